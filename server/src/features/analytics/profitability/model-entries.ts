import { type Decimal, decimal, sum, ZERO } from '../../../domain/money.ts'
import { shareOf } from '../../../domain/prices/realised.ts'
import type { Tx } from '../../../platform/database.ts'
import type { EarningFilter } from '../revenue/subscription-queries.ts'
import type { Window } from '../window.ts'
import type { KeyedEntry } from './entries.ts'
import { listModelShares, type ModelShare } from './invoice-queries.ts'

/**
 * Entries of work split among the models behind it, by what each cost of the customer's use of the
 * signal in the window, or where all of that is free or unknown by how often each was used. What is
 * left over by division stays with the last model, so that nothing is lost.
 */
export async function splitByModel(
  tx: Tx,
  filter: EarningFilter,
  { window, entries }: { window: Window; entries: readonly KeyedEntry[] },
): Promise<KeyedEntry[]> {
  const shares = Map.groupBy(await listModelShares(tx, filter, window), placeOf)
  return entries.flatMap((entry) => {
    const models = shares.get(placeOf(entry))
    return models ? splitEntry(entry, models) : [entry]
  })
}

type Place = { customerId: string; agentId: string; signalId: string | null }
const placeOf = ({ customerId, agentId, signalId }: Place) => `${customerId} ${agentId} ${signalId}`

function splitEntry(entry: KeyedEntry, models: readonly ModelShare[]): KeyedEntry[] {
  const costs = sum(models.map(({ cost }) => cost))
  const weightOf = ({ cost, serviceCount }: ModelShare) =>
    costs.eq(ZERO) ? decimal(serviceCount) : cost
  const all = sum(models.map(weightOf))
  let left = { revenue: entry.revenue, invoiced: entry.invoiced, cost: entry.cost }
  return models.map((one, index): KeyedEntry => {
    const isLast = index === models.length - 1
    const part = (amount: Decimal, rest: Decimal) =>
      isLast ? rest : shareOf(amount, weightOf(one), all)
    const amounts = {
      revenue: part(entry.revenue, left.revenue),
      invoiced: part(entry.invoiced, left.invoiced),
      cost: part(entry.cost, left.cost),
    }
    left = {
      revenue: left.revenue.minus(amounts.revenue),
      invoiced: left.invoiced.minus(amounts.invoiced),
      cost: left.cost.minus(amounts.cost),
    }
    return { ...entry, ...amounts, model: `${one.provider}/${one.model}` }
  })
}
