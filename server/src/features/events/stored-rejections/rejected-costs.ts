import { type Decimal, ZERO } from '../../../domain/money.ts'
import { shareOf } from '../../../domain/prices/realised.ts'
import type { Tx } from '../../../platform/database.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { withCosts } from '../../usage/costs/stored-cost.ts'
import { storedServices } from '../../usage/costs/stored-event.ts'
import { listRejectedEvents, type RejectedCost } from './rejected-cost-queries.ts'

/** Cost in USD of a part of some rejected events: all, or those of an agent, a signal or a model. */
export type CostOfRejected = {
  total: Decimal
  byAgent: ReadonlyMap<string, Decimal>
  bySignal: ReadonlyMap<string, Decimal>
  /** By `modelKey`. */
  byModel: ReadonlyMap<string, Decimal>
}

export const modelKey = (provider: string, model: string) => `${provider}\n${model}`

/**
 * Sums what the units of rejections in force cost, of events of the dates: of each service of an
 * event, its cost × rejected ÷ recorded units, to 40 decimals. Events whose cost is not known count
 * 0, and so do services that the customer pays for. No other figure of costs depends on rejections.
 */
export async function costOfRejected(tx: Tx, filter: UsageFilter): Promise<CostOfRejected> {
  const sums = { byAgent: new Map(), bySignal: new Map(), byModel: new Map() }
  let total = ZERO
  for await (const events of listRejectedEvents(tx, filter)) {
    const parts = await mapInTurns(events, partsOf)
    for (const { agentId, signalId, model, cost } of parts.flat()) {
      total = total.plus(cost)
      addTo(sums.byAgent, agentId, cost)
      addTo(sums.bySignal, signalId, cost)
      addTo(sums.byModel, model, cost)
    }
  }
  return { total, ...sums }
}

function addTo(sums: Map<string, Decimal>, key: string, cost: Decimal): void {
  sums.set(key, cost.plus(sums.get(key) ?? ZERO))
}

/** What the rejected units of an event cost by one of its services. */
type Part = { agentId: string; signalId: string; model: string; cost: Decimal }

function partsOf(event: RejectedCost): Part[] {
  const { agentId, signalId, rejectedQuantity, quantity } = event
  return withCosts(storedServices(event), event).flatMap(({ modelProvider, model, cost }) => {
    if (cost.eq(ZERO)) return []
    const share = shareOf(cost, rejectedQuantity, quantity)
    return [{ agentId, signalId, model: modelKey(modelProvider, model), cost: share }]
  })
}
