import { add, type Decimal, isZero, ZERO } from '../../../domain/money.ts'
import type { KeptKind } from './kept-kinds.ts'

/** The kept figures of a day. Amounts are in the currency of the place; costs are in USD. */
export type DayFigures = {
  quantity: Decimal
  earned: Decimal
  /** The part of `earned` that finalized invoices billed. */
  invoiced: Decimal
  /** What the work of this day is worth, after the tiers of its whole period or invoice line. */
  realised: Decimal
  realisedInvoiced: Decimal
  cost: Decimal
  eventCount: number
  uncostedEvents: number
}

export const NO_FIGURES: DayFigures = {
  quantity: ZERO,
  earned: ZERO,
  invoiced: ZERO,
  realised: ZERO,
  realisedInvoiced: ZERO,
  cost: ZERO,
  eventCount: 0,
  uncostedEvents: 0,
}

export function addFigures(a: DayFigures, b: DayFigures): DayFigures {
  return {
    quantity: add(a.quantity, b.quantity),
    earned: add(a.earned, b.earned),
    invoiced: add(a.invoiced, b.invoiced),
    realised: add(a.realised, b.realised),
    realisedInvoiced: add(a.realisedInvoiced, b.realisedInvoiced),
    cost: add(a.cost, b.cost),
    eventCount: a.eventCount + b.eventCount,
    uncostedEvents: a.uncostedEvents + b.uncostedEvents,
  }
}

export function isNothing(one: DayFigures): boolean {
  const amounts = [
    one.quantity,
    one.earned,
    one.invoiced,
    one.realised,
    one.realisedInvoiced,
    one.cost,
  ]
  return one.eventCount === 0 && one.uncostedEvents === 0 && amounts.every(isZero)
}

/** What the figures of a row are about. Ids are `NO_ID` where there is none; work of no plan has no currency. */
export type Place = {
  customerId: string
  subscriptionId: string
  planId: string
  agentId: string
  currency: string
  kind: KeptKind
  /** A strategy; a signal for work. */
  sourceId: string
  /** A strategy may be moved to another signal after invoices billed the former one. */
  signalId: string
}

/** The parts of a place that follow from a subscription. */
export type EarnerPlace = Pick<
  Place,
  'customerId' | 'subscriptionId' | 'planId' | 'agentId' | 'currency'
>

/**
 * A place with its days: UTC midnights in epoch milliseconds. `invoicedOn` splits the invoiced amounts of the days
 * by the UTC day on which their invoice was finalized.
 */
export type EarnedDays = {
  place: Place
  days: Map<number, DayFigures>
  invoicedOn: Map<number, Map<number, Decimal>>
}

/** Collects figures by place and day. */
export function createEarnedDays() {
  const rowsByKey = new Map<string, EarnedDays>()

  /** `invoicedOn` is the UTC midnight before the finalization of the invoice of an invoiced amount. */
  function put(place: Place, day: number, figures: Partial<DayFigures>, invoicedOn?: number): void {
    const { customerId, subscriptionId, kind, sourceId, signalId } = place
    const key = `${customerId}${subscriptionId}${kind} ${sourceId}${signalId}`
    const row = rowsByKey.get(key) ?? { place, days: new Map(), invoicedOn: new Map() }
    rowsByKey.set(key, row)
    const all = { ...NO_FIGURES, ...figures }
    const known = row.days.get(day)
    row.days.set(day, known ? addFigures(known, all) : all)
    if (invoicedOn === undefined || figures.invoiced === undefined) return
    const days = row.invoicedOn.get(invoicedOn) ?? new Map<number, Decimal>()
    row.invoicedOn.set(invoicedOn, days.set(day, add(days.get(day) ?? ZERO, figures.invoiced)))
  }

  /** Without the days on which nothing is, and the places without a day. */
  function rows(): EarnedDays[] {
    for (const [key, { days, invoicedOn }] of rowsByKey) {
      for (const [day, figures] of days) if (isNothing(figures)) days.delete(day)
      if (days.size === 0 && invoicedOn.size === 0) rowsByKey.delete(key)
    }
    return [...rowsByKey.values()]
  }
  return { put, rows }
}
export type EarnedDaysSink = ReturnType<typeof createEarnedDays>['put']
