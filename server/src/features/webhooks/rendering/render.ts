import pLimit from 'p-limit'
import { cut } from '../../../platform/batching/cut.ts'
import { forAll } from '../../../platform/batching/for-all.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { findExternalId } from '../../customers/external-ids.ts'
import type { PublicType } from '../../outbox/consumers.ts'
import type { OutboxEvent } from '../../outbox/event.ts'
import type { NewAnnouncement } from '../announcements/append.ts'
import { DESCRIPTIONS } from '../types/types.ts'
import { boundedText } from './bounded-text.ts'
import { type ObjectDeps, READ } from './objects.ts'
import { urlOf } from './urls.ts'

export type PublicEvent = OutboxEvent & { type: PublicType }

/** Objects that are in memory at once, each of up to a few megabytes before it is cut. */
const READ_AT_ONCE = 50

/**
 * Renders the objects of events as they are now, in one snapshot of the database. Leaves out events
 * whose object no longer exists.
 */
export function renderEvents(
  deps: ObjectDeps & { db: Db },
  events: readonly PublicEvent[],
): Promise<NewAnnouncement[]> {
  return atOneMoment(deps.db, async (tx) => {
    const rendered: NewAnnouncement[] = []
    for (const part of cut(events, READ_AT_ONCE)) {
      // A usage event has up to 100 MB with its corrections.
      const limit = pLimit(1)
      const ended = await forAll(part, (event) => {
        const { object } = DESCRIPTIONS[event.type]
        const work = () => render(tx, deps, event)
        return object === 'event' ? limit(work) : work()
      })
      rendered.push(...ended.flat())
    }
    return rendered
  })
}

async function render(tx: Tx, deps: ObjectDeps, event: PublicEvent): Promise<NewAnnouncement[]> {
  const { organizationId, customerId, type, id: objectId, eventId: id, happenedAt } = event
  const { object } = DESCRIPTIONS[type]
  const [found, customerExternalId] = await Promise.all([
    READ[object](tx, deps, event),
    customerId === null ? null : findExternalId(tx, { organizationId, id: customerId }),
  ])
  if (!found) return []
  const { body, version, totals = {} } = found
  const data = boundedText({ ...body, version }, { url: urlOf(object, objectId), totals })
  const customer = { customerId, customerExternalId }
  return [{ id, organizationId, ...customer, type, objectId, version, data, happenedAt }]
}
