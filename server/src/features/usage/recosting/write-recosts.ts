import { runIn, type Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { applyHoldChanges, findHoldChanges } from '../../holds/adjust.ts'
import { updateEventCosts } from '../backfill/backfill-queries.ts'
import { signedUse } from '../corrections/sum-difference.ts'
import { rollupStatements } from '../ingest/rollup-statements.ts'
import { createRollupTotals } from '../ingest/rollups.ts'
import { BACKFILL_SLOT } from '../ingest/slots.ts'
import type { Recost } from './recost-event.ts'
import { insertRecosts, listLastNumbers, type RecostSource } from './recost-queries.ts'

type Recosting = { organizationId: string; recosts: readonly Recost[]; source: RecostSource }

/**
 * Stores new costs of locked events, a correction of each, and the differences of their sums and of
 * the holds of their runs.
 */
export async function writeRecosts(
  tx: Tx,
  { organizationId, recosts, source }: Recosting,
  moment: Moment,
): Promise<void> {
  if (recosts.length === 0) return
  const lastNumbers = await listLastNumbers(tx, organizationId, recosts)
  await insertRecosts(tx, { organizationId, recosts, source, lastNumbers }, moment)
  const costs = recosts.map(({ event, usageCost, prices }) => ({
    id: event.id,
    customerId: event.customerId,
    usageDate: event.usageDate,
    status: 'PROCESSED' as const,
    usageCost: usageCost.toFixed(),
    prices,
  }))
  await updateEventCosts(tx, organizationId, costs, moment.now)
  const totals = createRollupTotals()
  const changed = recosts.filter((recost) => {
    return recost.changed.after.length > 0 || !recost.usageCost.eq(recost.event.usageCost)
  })
  await mapInTurns(changed, ({ event, usageCost, changed: { before, after } }) => {
    const { customerId, agentId, signalId } = event
    const place = { organizationId, customerId, agentId, signalId }
    const change = {
      ...{ ...place, usageDate: event.usageDate.getTime() },
      ...{ eventCount: 0, uncostedEventCount: 0, quantity: 0 },
    }
    const services = before.map((service) => signedUse(service, -1))
    totals.add({ ...change, cost: event.usageCost.neg(), services, serviceCount: -1 })
    totals.add({ ...change, cost: usageCost, services: after, serviceCount: 1 })
  })
  const costChanges = changed.map(({ event, usageCost }) => ({
    customerId: event.customerId,
    usageDate: event.usageDate,
    eventId: event.id,
    cost: usageCost.minus(event.usageCost),
    uncostedEvents: 0,
  }))
  const holdChanges = await findHoldChanges(tx, organizationId, costChanges)
  const run = runIn(tx)
  for (const statement of rollupStatements(totals, { slot: BACKFILL_SLOT, now: moment.now })) {
    await run(statement)
  }
  await applyHoldChanges(tx, organizationId, holdChanges)
}
