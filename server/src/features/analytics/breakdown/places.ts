import { add, type Decimal, ZERO } from '../../../domain/money.ts'
import type { UnpricedSums } from '../unpriced.ts'

/** Lines that earn: usage of a signal, or a fee of a plan. */
export const LINES = ['signal', 'recurring', 'seat_based', 'onetime'] as const
export type Line = (typeof LINES)[number]

/** What figures are about. Ids are null where there is none; work of no subscription has the currency ''. */
export type Place = {
  planId: string | null
  agentId: string | null
  signalId: string | null
  line: Line
  currency: string
}

/** Costs are in USD, whatever the currency of the place. */
export type PlaceSums = UnpricedSums & {
  amount: Decimal
  quantity: Decimal
  cost: Decimal
  eventCount: number
  uncostedEvents: number
}

export const NO_SUMS: PlaceSums = {
  amount: ZERO,
  quantity: ZERO,
  cost: ZERO,
  eventCount: 0,
  uncostedEvents: 0,
  unpricedQuantity: ZERO,
  unpricedEventCount: 0,
  unpricedCost: ZERO,
}

/** A place with its figures in the window and in the window before. */
export type Compared = Place & { now: PlaceSums; before: PlaceSums }

type PlaceRow = Place & PlaceSums

/** Joins the figures of two windows by place. */
export function compare(now: readonly PlaceRow[], before: readonly PlaceRow[]): Compared[] {
  const places = new Map<string, Compared>()
  for (const row of now) places.set(keyOf(row), { ...placeOf(row), now: row, before: NO_SUMS })
  for (const row of before) {
    const known = places.get(keyOf(row)) ?? { ...placeOf(row), now: NO_SUMS }
    places.set(keyOf(row), { ...known, before: row })
  }
  return [...places.values()]
}

const placeOf = ({ planId, agentId, signalId, line, currency }: Place): Place => {
  return { planId, agentId, signalId, line, currency }
}

const keyOf = ({ planId, agentId, signalId, line, currency }: Place) =>
  [planId, agentId, signalId, line, currency].join(' ')

/** Unpriced work first, the most expensive at the top; then the lowest margin. */
export function worstFirst(places: readonly Compared[]): Compared[] {
  return places.toSorted(
    (a, b) =>
      b.now.unpricedCost.cmp(a.now.unpricedCost) ||
      a.now.amount.minus(a.now.cost).cmp(b.now.amount.minus(b.now.cost)) ||
      (keyOf(a) < keyOf(b) ? -1 : 1),
  )
}

export function addPlaces(a: PlaceSums, b: PlaceSums): PlaceSums {
  return {
    amount: add(a.amount, b.amount),
    quantity: add(a.quantity, b.quantity),
    cost: add(a.cost, b.cost),
    eventCount: a.eventCount + b.eventCount,
    uncostedEvents: a.uncostedEvents + b.uncostedEvents,
    unpricedQuantity: add(a.unpricedQuantity, b.unpricedQuantity),
    unpricedEventCount: a.unpricedEventCount + b.unpricedEventCount,
    unpricedCost: add(a.unpricedCost, b.unpricedCost),
  }
}
