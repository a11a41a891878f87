import { type Decimal, ZERO } from '../../../domain/money.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { figure } from '../../usage-figures/figures.ts'
import { COST_CURRENCY, marginOf } from '../revenue/totals.ts'
import { addSums, type Entry, KINDS, NOTHING, type Sums } from './entries.ts'
import type { Profitability, Row } from './schemas.ts'

/**
 * Adds entries up by kind, key and currency, in the order in which rows are listed. At most `top` keys are listed;
 * all others are added up without a key.
 */
export async function listedEntries(entries: readonly Entry[], top: number): Promise<Entry[]> {
  const keys = topKeys(entries, top)
  const order = new Map(keys.map((key, at) => [key, at]))
  const listed = new Map<string, Entry>()
  await mapInTurns(entries, (entry) => {
    const key = entry.key !== null && order.has(entry.key) ? entry.key : null
    const place = `${entry.kind} ${entry.currency} ${key}`
    listed.set(place, { ...entry, key, ...addSums(listed.get(place) ?? NOTHING, entry) })
  })
  return [...listed.values()].toSorted(
    (a, b) =>
      placeIn(order, a.key) - placeIn(order, b.key) ||
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
      ((a.currency ?? '') < (b.currency ?? '') ? -1 : 1),
  )
}

/** Returns a row for each entry, and the rounding differences by currency, so that rows add up to the total. */
export async function rowsOf(entries: readonly Entry[]): Promise<Omit<Row, 'name'>[]> {
  const roundings = new Roundings()
  return [...(await roundings.rowsOf(entries)), ...roundings.last()]
}

type Amounts = { revenue: Decimal; invoiced: Decimal }
const addAmounts = (a: Amounts, b: Amounts): Amounts => {
  return { revenue: a.revenue.plus(b.revenue), invoiced: a.invoiced.plus(b.invoiced) }
}

/** Adds rows up by currency, exactly and as they are shown. */
export class Roundings {
  readonly #sums = new Map<string | null, { exact: Amounts; written: Amounts }>()

  /** Returns a row for each entry. */
  rowsOf(entries: readonly Entry[]): Promise<Omit<Row, 'name'>[]> {
    return mapInTurns(entries, (exact) => {
      const written = { revenue: shown(exact.revenue), invoiced: shown(exact.invoiced) }
      const sums = this.#sums.get(exact.currency) ?? { exact: NOTHING, written: NOTHING }
      this.#sums.set(exact.currency, {
        exact: addAmounts(sums.exact, exact),
        written: addAmounts(sums.written, written),
      })
      return rowBody(exact)
    })
  }

  /** Returns the last rows, by currency: the total less all rows before. */
  last(): Omit<Row, 'name'>[] {
    const inOrder = [...this.#sums].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1))
    return inOrder.flatMap(([currency, { exact, written }]) => {
      const revenue = shown(exact.revenue).minus(written.revenue)
      const invoiced = shown(exact.invoiced).minus(written.invoiced)
      if (revenue.eq(ZERO) && invoiced.eq(ZERO)) return []
      return [rowBody({ kind: 'rounding', key: null, currency, ...NOTHING, revenue, invoiced })]
    })
  }
}

/** Returns the keys with the most events, then those with the lowest text. */
function topKeys(entries: readonly Entry[], top: number): string[] {
  const counts = new Map<string, number>()
  for (const { key, eventCount } of entries) {
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + eventCount)
  }
  return [...counts]
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, top)
    .map(([key]) => key)
}

const placeIn = (order: ReadonlyMap<string, number>, key: string | null) =>
  key === null ? order.size : (order.get(key) ?? order.size)

const SHOWN_DECIMALS = 10
const shown = (value: Decimal) => value.round(SHOWN_DECIMALS)

function rowBody(entry: Entry): Omit<Row, 'name'> {
  const { kind, key, currency, quantity, revenue, invoiced, cost } = entry
  return {
    kind,
    key,
    quantity: figure(quantity),
    currency,
    revenue: figure(revenue),
    invoiced: figure(invoiced),
    cost: figure(cost),
    ...marginOf(revenue, currency ?? COST_CURRENCY, cost),
    eventCount: entry.eventCount,
    uncostedEvents: entry.uncostedEvents,
  }
}

export function totalsOf(entries: readonly Entry[]): Profitability['totals'] {
  const totals = new Map<string, Sums>()
  for (const entry of entries) {
    if (entry.currency === null) continue
    totals.set(entry.currency, addSums(totals.get(entry.currency) ?? NOTHING, entry))
  }
  return [...totals]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { revenue, invoiced, cost }]) => ({
      currency,
      revenue: figure(revenue),
      invoiced: figure(invoiced),
      cost: figure(cost),
      ...marginOf(revenue, currency, cost),
    }))
}
