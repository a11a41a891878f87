import { forAll } from '../../../platform/batching/for-all.ts'
import type { Db } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import { insertAnnouncedModels, listUnknownModels } from './unknown-model-queries.ts'

/**
 * Publishes each model and provider that usage names and the catalog does not know, once for each
 * organization. Runs apart from recording, which it must not delay.
 */
export async function announceUnknownModels({
  db,
  clock,
}: {
  db: Db
  clock: BusinessClock
}): Promise<void> {
  const byOrganization = Map.groupBy(
    await listUnknownModels(db),
    ({ organizationId }) => organizationId,
  )
  for (const [organizationId, models] of byOrganization) {
    const moment = clock.moment(organizationId)
    await db.transaction().execute(async (tx) => {
      const added = await insertAnnouncedModels(tx, models, moment.now)
      await forAll(added, ({ provider, model }) => {
        const type = 'usage.model_unknown' as const
        const event = { type, organizationId, customerId: null, id: newId() }
        return publishEvent(tx, { ...event, data: { provider, model } }, moment)
      })
    })
  }
}
