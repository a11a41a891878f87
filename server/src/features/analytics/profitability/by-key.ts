import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { figure, percentOf } from '../../usage-figures/figures.ts'
import { COST_CURRENCY, marginOf } from '../revenue/totals.ts'
import { addSums, type Entry, NOTHING, type Sums } from './entries.ts'
import type { KeyRow } from './schemas.ts'

/** The sums of a key by currency; null: work that nothing is earned with. */
export type KeySums = { key: string | null; byCurrency: Map<string | null, Sums> }

/**
 * One row for each key and currency, the lowest margin first. Work that nothing is earned with has no
 * currency: it counts with the only one of its key, so that what a customer loses is seen at once. With `hasShares`,
 * each row has its shares of all rows.
 */
export async function byKeyOf(
  entries: readonly Entry[],
  { hasShares }: { hasShares: boolean },
): Promise<Omit<KeyRow, 'name'>[]> {
  const whole = hasShares ? wholeOf(entries) : undefined
  const rows = await mapInTurns(sumsByKey(entries).values(), (sums) => rowsOfKey(sums, whole))
  return rows.flat().toSorted(lowestFirst)
}

/** The total of all keys. Costs are in USD, whatever the currency. */
type Whole = { revenueIn: (currency: string | null) => Decimal; cost: Decimal }

function wholeOf(entries: readonly Entry[]): Whole {
  const byCurrency = Map.groupBy(entries, ({ currency }) => currency)
  const revenues = new Map(
    Array.from(byCurrency, ([currency, own]) => [currency, sum(own.map(({ revenue }) => revenue))]),
  )
  return {
    revenueIn: (currency) => revenues.get(currency) ?? ZERO,
    cost: sum(entries.map(({ cost }) => cost)),
  }
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

function rowsOfKey({ key, byCurrency }: KeySums, whole: Whole | undefined): Omit<KeyRow, 'name'>[] {
  const [only, ...more] = [...byCurrency.keys()].filter((currency) => currency !== null)
  const unearned = byCurrency.get(null)
  if (only !== undefined && more.length === 0 && unearned !== undefined) {
    const sums = addSums(byCurrency.get(only) ?? NOTHING, unearned)
    return [rowOf({ key, currency: only }, sums, whole)]
  }
  return Array.from(byCurrency, ([currency, sums]) => rowOf({ key, currency }, sums, whole))
}

export function rowOf(
  { key, currency }: { key: string | null; currency: string | null },
  sums: Sums,
  whole?: Whole,
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
    revenuePercent: whole ? percentOf(revenue, whole.revenueIn(currency)) : null,
    costPercent: whole ? percentOf(cost, whole.cost) : null,
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
