import { forAll } from '../../../platform/batching/for-all.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db } from '../../../platform/database.ts'
import type { PublicType } from '../../outbox/consumers.ts'
import type { OutboxEvent } from '../../outbox/event.ts'
import type { NewAnnouncement } from '../announcements/append.ts'
import { DESCRIPTIONS } from '../types/types.ts'
import { cutLists } from './cut-lists.ts'
import { type ObjectDeps, READ } from './objects.ts'
import { urlOf } from './urls.ts'

export type PublicEvent = OutboxEvent & { type: PublicType }

/**
 * Renders the objects of events as they are now, in one snapshot of the database. Leaves out events
 * whose object no longer exists.
 */
export function renderEvents(
  deps: ObjectDeps & { db: Db },
  events: readonly PublicEvent[],
): Promise<NewAnnouncement[]> {
  return atOneMoment(deps.db, async (tx) => {
    const rendered = await forAll(events, async (event) => {
      const { organizationId, customerId, type, id: objectId, eventId: id, happenedAt } = event
      const { object } = DESCRIPTIONS[type]
      const found = await READ[object](tx, deps, event)
      if (!found) return []
      const { version } = found
      const data = JSON.stringify(cutLists({ ...found.body, version }, urlOf(object, objectId)))
      return [{ id, organizationId, customerId, type, objectId, version, data, happenedAt }]
    })
    return rendered.flat()
  })
}
