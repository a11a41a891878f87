import { ZERO } from '../../../domain/money.ts'
import { runIn, type Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { rollupStatements } from '../ingest/rollup-statements.ts'
import { createRollupTotals } from '../ingest/rollups.ts'
import { BACKFILL_SLOT } from '../ingest/slots.ts'
import { type EventChange, isOfValues, notBilled, type OfCustomer } from './event-change.ts'
import type { EventValues, ServiceWithCost } from './event-values.ts'

/**
 * Adds the differences of the values of a customer's events to all sums that contain them. They go
 * into the rows of backfills, which recording never locks.
 */
export async function addDifferences(
  tx: Tx,
  { organizationId, customerId }: OfCustomer,
  changes: readonly EventChange[],
  now: Date,
): Promise<void> {
  const totals = createRollupTotals()
  await mapInTurns(changes, (change) => {
    const { event, before, after } = change
    const { agentId, signalId, usageDate } = event
    const place = { organizationId, customerId, agentId, signalId, usageDate: usageDate.getTime() }
    const units = notBilled(change)
    if (units.before !== units.after) {
      totals.addRejected(place, {
        eventCount: Number(units.after > 0) - Number(units.before > 0),
        quantity: units.after - units.before,
      })
    }
    if (!isOfValues(change)) return
    const isUseChanged = before.cost !== after.cost
    totals.add({ ...place, ...changeOf(before, -1, isUseChanged) })
    totals.add({ ...place, ...changeOf(after, 1, isUseChanged) })
  })
  const run = runIn(tx)
  for (const statement of rollupStatements(totals, { slot: BACKFILL_SLOT, now })) {
    await run(statement)
  }
}

type Sign = 1 | -1

function changeOf({ quantity, cost }: EventValues, sign: Sign, isUseChanged: boolean) {
  return {
    eventCount: 0,
    uncostedEventCount: cost.usageCost === null ? sign : 0,
    quantity: sign * quantity,
    cost: sign < 0 ? ZERO.minus(cost.usageCost ?? ZERO) : cost.usageCost,
    services: isUseChanged ? cost.services.map((service) => signedUse(service, sign)) : [],
    serviceCount: sign,
  }
}

/** Returns a service whose use is taken out of sums, or added to them. */
export function signedUse(service: ServiceWithCost, sign: Sign): ServiceWithCost {
  if (sign > 0) return service
  const { computedCost, reportedCostUsd } = service
  return {
    ...service,
    quantity: -service.quantity,
    inputTokens: -service.inputTokens,
    outputTokens: -service.outputTokens,
    cacheReadTokens: -service.cacheReadTokens,
    cacheWriteTokens: -service.cacheWriteTokens,
    cost: service.cost.neg(),
    computedCost: computedCost?.neg() ?? null,
    reportedCostUsd: reportedCostUsd?.neg() ?? null,
  }
}
