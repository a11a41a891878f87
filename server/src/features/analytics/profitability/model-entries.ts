import {
  type Decimal,
  decimal,
  decimalFromInteger,
  isZero,
  sum,
  ZERO,
} from '../../../domain/money.ts'
import { shareOf } from '../../../domain/prices/realised.ts'
import type { Tx } from '../../../platform/database.ts'
import type { UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { mapInTurns } from '../in-turns.ts'
import { listModelShares, type ModelShare } from '../models-queries.ts'
import { addSums, type KeyedEntry } from './entries.ts'

/**
 * Entries of work split among the models behind it, by what each cost of the work of the signal in the
 * window, or where all of that is free or unknown by how often each was used; so are the events, which
 * may have used several. What is left over by division stays with the last model, so that nothing is
 * lost.
 */
export async function splitByModel(
  tx: Tx,
  used: UsageFilter,
  entries: readonly KeyedEntry[],
): Promise<KeyedEntry[]> {
  const shares = Map.groupBy(await listModelShares(tx, used), placeOf)
  const split = await mapInTurns(together(entries), (entry) => {
    const models = shares.get(placeOf(entry))
    return models ? splitEntry(entry, models) : [entry]
  })
  return split.flat()
}

type Place = { agentId: string | null; signalId: string | null }
const placeOf = ({ agentId, signalId }: Place) => `${agentId} ${signalId}`

/** One entry for all that is split alike. */
function together(entries: readonly KeyedEntry[]): KeyedEntry[] {
  const sums = new Map<string, KeyedEntry>()
  for (const entry of entries) {
    const key = `${entry.kind} ${entry.currency} ${placeOf(entry)}`
    const known = sums.get(key)
    sums.set(key, known ? { ...known, ...addSums(known, entry) } : entry)
  }
  return [...sums.values()]
}

function splitEntry(entry: KeyedEntry, models: readonly ModelShare[]): KeyedEntry[] {
  const costs = sum(models.map(({ cost }) => cost))
  const weightOf = ({ cost, serviceCount }: ModelShare) =>
    costs.eq(ZERO) ? decimal(serviceCount) : cost
  const all = sum(models.map(weightOf))
  let left: KeyedEntry = entry
  return models.map((one, index): KeyedEntry => {
    const model = `${one.provider}/${one.model}`
    if (index === models.length - 1) return { ...left, model }
    const weight = weightOf(one)
    const part = (amount: Decimal) => (isZero(amount) ? ZERO : shareOf(amount, weight, all))
    const share = (count: number) => Number(part(decimalFromInteger(count)).round(0).toFixed())
    const own = {
      ...entry,
      model,
      quantity: part(entry.quantity),
      revenue: part(entry.revenue),
      invoiced: part(entry.invoiced),
      cost: part(entry.cost),
      eventCount: Math.min(share(entry.eventCount), left.eventCount),
      uncostedEvents: Math.min(share(entry.uncostedEvents), left.uncostedEvents),
    }
    left = {
      ...left,
      quantity: less(left.quantity, own.quantity),
      revenue: less(left.revenue, own.revenue),
      invoiced: less(left.invoiced, own.invoiced),
      cost: less(left.cost, own.cost),
      eventCount: left.eventCount - own.eventCount,
      uncostedEvents: left.uncostedEvents - own.uncostedEvents,
    }
    return own
  })
}

/** An entry has some of these amounts, never all. */
const less = (from: Decimal, amount: Decimal) => (isZero(amount) ? from : from.minus(amount))
