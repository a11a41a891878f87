import { type Decimal, ZERO } from '../../../domain/money.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { figure } from '../../usage-figures/figures.ts'
import { COST_CURRENCY, marginOf } from '../revenue/totals.ts'
import { addSums, type Entry, KINDS, NOTHING, type Sums } from './entries.ts'
import type { Profitability, Row } from './schemas.ts'

type Place = { kind: Entry['kind']; key: string | null; currency: string | null }
export type Group = Sums & Place

/**
 * The sums of each kind, key and currency, in the order in which they are listed. Beyond so many keys all
 * others are one. There may be some entries of every customer, so others have their turn meanwhile.
 */
export async function groupsOf<Keyed extends Entry>(
  entries: readonly Keyed[],
  keyOf: (entry: Keyed) => string | null,
  top: number,
): Promise<Group[]> {
  const all = new Map<string, Group>()
  await mapInTurns(entries, (entry) => addTo(all, { ...placeOf(entry), key: keyOf(entry) }, entry))
  const listed = topKeys(all.values(), top)
  const order = new Map(listed.map((key, at) => [key, at]))
  const groups = new Map<string, Group>()
  for (const group of all.values()) {
    const key = group.key !== null && order.has(group.key) ? group.key : null
    addTo(groups, { ...placeOf(group), key }, group)
  }
  return [...groups.values()].toSorted(
    (a, b) =>
      placeIn(order, a.key) - placeIn(order, b.key) ||
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
      ((a.currency ?? '') < (b.currency ?? '') ? -1 : 1),
  )
}

/** A row for each, and what rounding takes from the rows of a currency: so they add up to the total. */
export function rowsOf(groups: readonly Group[]): Omit<Row, 'name'>[] {
  const roundings = new Roundings()
  return [...roundings.rowsOf(groups), ...roundings.last()]
}

type Amounts = { revenue: Decimal; invoiced: Decimal }
const addAmounts = (a: Amounts, b: Amounts): Amounts => {
  return { revenue: a.revenue.plus(b.revenue), invoiced: a.invoiced.plus(b.invoiced) }
}

/** What rows come to in each currency, exactly and as they are written. */
export class Roundings {
  readonly #sums = new Map<string | null, { exact: Amounts; written: Amounts }>()

  /** A row for each of some groups. */
  rowsOf(groups: readonly Group[]): Omit<Row, 'name'>[] {
    for (const exact of groups) {
      const written = { revenue: shown(exact.revenue), invoiced: shown(exact.invoiced) }
      const sums = this.#sums.get(exact.currency) ?? { exact: NOTHING, written: NOTHING }
      this.#sums.set(exact.currency, {
        exact: addAmounts(sums.exact, exact),
        written: addAmounts(sums.written, written),
      })
    }
    return groups.map(rowBody)
  }

  /** The last rows, by currency: what all before lack of the total of theirs. */
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

const placeOf = ({ kind, currency }: Omit<Place, 'key'>) => ({ kind, currency })

function addTo(groups: Map<string, Group>, place: Place, sums: Sums): void {
  const name = `${place.kind} ${place.currency} ${place.key}`
  groups.set(name, { ...place, ...addSums(groups.get(name) ?? NOTHING, sums) })
}

/** The keys with the most events; those without any come in the order of their text. */
function topKeys(groups: Iterable<Group>, top: number): string[] {
  const counts = new Map<string, number>()
  for (const { key, eventCount } of groups) {
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

function rowBody(group: Group): Omit<Row, 'name'> {
  const { kind, key, currency, quantity, revenue, invoiced, cost } = group
  return {
    kind,
    key,
    quantity: figure(quantity),
    currency,
    revenue: figure(revenue),
    invoiced: figure(invoiced),
    cost: figure(cost),
    ...marginOf(revenue, currency ?? COST_CURRENCY, cost),
    eventCount: group.eventCount,
    uncostedEvents: group.uncostedEvents,
  }
}

export function totalsOf(groups: readonly Group[]): Profitability['totals'] {
  const totals = new Map<string, Sums>()
  for (const group of groups) {
    if (group.currency === null) continue
    totals.set(group.currency, addSums(totals.get(group.currency) ?? NOTHING, group))
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
