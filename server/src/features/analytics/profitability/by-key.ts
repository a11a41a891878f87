import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { figure } from '../../usage-figures/figures.ts'
import { COST_CURRENCY, marginOf } from '../revenue/totals.ts'
import { addSums, type Entry, NOTHING, type Sums } from './entries.ts'
import type { KeyRow } from './schemas.ts'

/** The sums of a key by currency; null: work that nothing is earned with. */
export type KeySums = { key: string | null; byCurrency: Map<string | null, Sums> }

/**
 * One row for each key and currency, the lowest margin first. Work that nothing is earned with has no
 * currency: it counts with the only one of its key, so that what a customer loses is seen at once.
 */
export async function byKeyOf(entries: readonly Entry[]): Promise<Omit<KeyRow, 'name'>[]> {
  const rows = await mapInTurns(sumsByKey(entries).values(), rowsOfKey)
  return rows.flat().toSorted(lowestFirst)
}

export function sumsByKey(entries: readonly Entry[]): Map<string | null, KeySums> {
  const keys = new Map<string | null, KeySums>()
  for (const entry of entries) {
    const { key, currency } = entry
    const sums = keys.get(key) ?? { key, byCurrency: new Map() }
    sums.byCurrency.set(currency, addSums(sums.byCurrency.get(currency) ?? NOTHING, entry))
    keys.set(key, sums)
  }
  return keys
}

function rowsOfKey({ key, byCurrency }: KeySums): Omit<KeyRow, 'name'>[] {
  const [only, ...more] = [...byCurrency.keys()].filter((currency) => currency !== null)
  const unearned = byCurrency.get(null)
  if (only !== undefined && more.length === 0 && unearned !== undefined) {
    return [rowOf(key, only, addSums(byCurrency.get(only) ?? NOTHING, unearned))]
  }
  return Array.from(byCurrency, ([currency, sums]) => rowOf(key, currency, sums))
}

export function rowOf(
  key: string | null,
  currency: string | null,
  sums: Sums,
): Omit<KeyRow, 'name'> {
  const { quantity, revenue, invoiced, cost, eventCount, uncostedEvents } = sums
  return {
    key,
    quantity: figure(quantity),
    currency,
    revenue: figure(revenue),
    invoiced: figure(invoiced),
    cost: figure(cost),
    ...marginOf(revenue, currency ?? COST_CURRENCY, cost),
    eventCount,
    uncostedEvents,
    before: null,
  }
}

type Ranked = Pick<KeyRow, 'key' | 'currency' | 'margin'>

function lowestFirst(a: Ranked, b: Ranked): number {
  const size = ({ margin }: Ranked) => margin ?? Number.POSITIVE_INFINITY
  const placeOf = ({ key, currency }: Ranked) => `${key} ${currency}`
  if (size(a) !== size(b)) return size(a) < size(b) ? -1 : 1
  return placeOf(a) < placeOf(b) ? -1 : 1
}
