import type { Db } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { FindPrices } from '../costs/cost-record.ts'
import { backfillEvents } from './backfill-events.ts'
import { listUncostedPairs } from './uncosted-events.ts'

export type BackfillKnownDeps = {
  db: Db
  log: Log
  findPrices: (organizationId: string) => FindPrices
}

/**
 * Costs events whose models or rates were added to the catalog after they were recorded. Usually
 * finds none; safe to run twice or on two machines. A failing organization does not block the
 * others; the job fails at the end.
 */
export async function backfillKnown(deps: BackfillKnownDeps, now: Date): Promise<number> {
  const { db, log } = deps
  const byOrganization = Map.groupBy(
    await listUncostedPairs(db),
    ({ organizationId }) => organizationId,
  )
  let costed = 0
  const failures: unknown[] = []
  for (const [organizationId, uncosted] of byOrganization) {
    const findPrices = deps.findPrices(organizationId)
    const pairs = uncosted.filter(({ provider, model }) => findPrices(provider, model))
    if (pairs.length === 0) continue
    const backfill = { organizationId, pairs, findPrices }
    try {
      const events = await db.transaction().execute((tx) => backfillEvents(tx, backfill, now))
      if (events > 0) log.info({ organizationId, events }, 'costs became known')
      costed += events
    } catch (error) {
      log.error({ err: error, organizationId }, 'costs could not be updated')
      failures.push(error)
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `The costs of ${failures.length} organizations are not known`,
    )
  }
  return costed
}
