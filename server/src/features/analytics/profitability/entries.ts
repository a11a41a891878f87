import { memoizeByObject } from '../../../domain/memoize.ts'
import { add, type Decimal, decimal, decimalFromInteger, ZERO } from '../../../domain/money.ts'
import type { EarningFacts } from '../../../domain/prices/earning-facts.ts'
import type { FeeEarning } from '../../../domain/prices/earnings.ts'
import { feesIn, spreadByDay } from '../../../domain/prices/fees.ts'
import { claimsIn, claimValue, shareOf } from '../../../domain/prices/realised.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import { intersect, type Range } from '../../../domain/time/range.ts'
import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { isWithin, usedIn } from '../../earnings/earned.ts'
import type { Adjustments } from '../../earnings/facts/adjustments.ts'
import type { EarnerUsage } from '../../earnings/usage/earner-usage.ts'
import { dateText, instants } from '../../usage-figures/window.ts'

/** What a row of profitability is made of. */
export const KINDS = [
  'outcomes',
  'without_quantity',
  'recurring',
  'seat_based',
  'onetime',
  'proration',
  'credit',
  'discount',
  'tax_included',
  'no_subscription',
  'rounding',
] as const
export type Kind = (typeof KINDS)[number]

/** Something that was earned, given or spent on the days of a window. */
export type Entry = {
  kind: Kind
  /** Null: of several, as work of no subscription is where customers are not told apart. */
  customerId: string | null
  /** Null as with customers. */
  agentId: string | null
  /** Null: of no subscription. */
  planId: string | null
  currency: string | null
  /** Null: of no signal, as fees are. */
  signalId: string | null
  /** The first day of the window. */
  date: string
  quantity: Decimal
  revenue: Decimal
  /** What of the revenue is on finalized invoices. */
  invoiced: Decimal
  cost: Decimal
  eventCount: number
  uncostedEvents: number
}

/** An entry of one model, where entries are split by models. */
export type KeyedEntry = Entry & { model?: string }

export const NOTHING = {
  quantity: ZERO,
  revenue: ZERO,
  invoiced: ZERO,
  cost: ZERO,
  eventCount: 0,
  uncostedEvents: 0,
}

/** The figures of an entry, without its place. */
export type Sums = Pick<Entry, keyof typeof NOTHING>

export function addSums(a: Sums, b: Sums): Sums {
  return {
    quantity: add(a.quantity, b.quantity),
    revenue: add(a.revenue, b.revenue),
    invoiced: add(a.invoiced, b.invoiced),
    cost: add(a.cost, b.cost),
    eventCount: a.eventCount + b.eventCount,
    uncostedEvents: a.uncostedEvents + b.uncostedEvents,
  }
}

/** Those of one key as one, at the place of the first of them. */
export async function addUp<Keyed extends Entry>(
  pages: AsyncIterable<readonly Keyed[]> | Iterable<readonly Keyed[]>,
  keyOf: (entry: Keyed) => string,
): Promise<Keyed[]> {
  const sums = new Map<string, Keyed>()
  for await (const entries of pages) {
    await mapInTurns(entries, (entry) => {
      const key = keyOf(entry)
      const known = sums.get(key)
      sums.set(key, known ? { ...known, ...addSums(known, entry) } : entry)
    })
  }
  return [...sums.values()]
}

/**
 * What a subscription, or those that it stands for, brought in in each of the windows, and what the work
 * cost.
 */
export function entriesIn(
  all: Range<number>,
  windows: readonly Range<number>[],
): (earner: EarnerUsage) => Entry[] {
  const whole = instants(all)
  // Very many have the same facts.
  const claimsOnce = memoizeByObject((facts: EarningFacts) => claimsIn(facts, whole))
  const times = windows.map((window): Time => {
    return { window, range: instants(window), date: dateText(window.start) }
  })
  const ranges = times.map(({ range }) => range)
  const feesOnce = memoizeByObject((facts: EarningFacts) => feesIn(facts, ranges))
  return (earner) => {
    const { facts, subscription, quantityIn } = earner
    const claims = claimsOnce(facts).map((claim) => {
      return { claim, value: claimValue(claim, subscription.currency, quantityIn) }
    })
    const fees = feesOnce(facts)
    return times.flatMap((time, at) => [
      ...outcomes(earner, claims, time),
      ...feeEntries(earner, time, fees[at] ?? []),
    ])
  }
}

/** A window of which entries are made. */
type Time = {
  window: Range<number>
  range: Range
  date: string
}

type Valued = { claim: ReturnType<typeof claimsIn>[number]; value: ReturnType<typeof claimValue> }

function outcomes(earner: EarnerUsage, claims: readonly Valued[], time: Time): Entry[] {
  const { window, range } = time
  const { intervals, quantityIn } = earner
  const count = decimalFromInteger(earner.count)
  const used = Map.groupBy(intervals.filter(isWithin(window)), ({ signalId }) => signalId)
  const costs = [...used].map(([signalId, ones]): Entry => {
    return { ...placeOf(earner, time), kind: 'outcomes', signalId, ...NOTHING, ...usedIn(ones) }
  })
  const earned = claims.flatMap(({ claim, value }): Entry[] => {
    const { signalId } = claim
    const place = { ...placeOf(earner, time), signalId }
    const { due: revenue, invoiced } = value
    if (value.quantity.eq(ZERO)) {
      const begins = claim.range.start.epochMilliseconds
      const isThere = begins >= window.start && begins < window.end
      if (!isThere || (revenue.eq(ZERO) && invoiced.eq(ZERO))) return []
      const amounts = { revenue: revenue.times(count), invoiced: invoiced.times(count) }
      return [{ ...place, kind: 'without_quantity', ...NOTHING, ...amounts }]
    }
    const own = intersect(claim.range, range)
    if (!own) return []
    const quantity = quantityIn(signalId, own)
    const share = (amount: Decimal) => shareOf(amount, quantity, value.quantity)
    const amounts = { quantity, revenue: share(revenue), invoiced: share(invoiced) }
    return [{ ...place, kind: 'outcomes', ...NOTHING, ...amounts }]
  })
  return [...costs, ...earned]
}

function placeOf({ subscription }: EarnerUsage, { date }: Time) {
  const { customerId, agentId, planId, currency } = subscription
  return { customerId, agentId, planId, currency, date }
}

function feeEntries(earner: EarnerUsage, time: Time, fees: readonly FeeEarning[]): Entry[] {
  const count = decimalFromInteger(earner.count)
  return fees.flatMap(({ kind, amount, isInvoiced }): Entry[] => {
    if (amount.eq(ZERO)) return []
    const revenue = amount.times(count)
    const amounts = { revenue, invoiced: isInvoiced ? revenue : ZERO }
    return [{ ...placeOf(earner, time), kind, signalId: null, ...NOTHING, ...amounts }]
  })
}

const MINUS_ONE = decimal('-1')

/** What an invoice has besides its charges, spread over its days. */
export function adjustmentEntries(
  { start, end, timeZone, ...one }: Adjustments,
  windows: readonly Range<number>[],
): Entry[] {
  const time = { start: instantOf(start), end: instantOf(end) }
  const amounts: [Kind, Decimal][] = [
    ['proration', one.proration],
    ['credit', one.credit],
    ['discount', one.discount.times(MINUS_ONE)],
    ['tax_included', one.includedTax.times(MINUS_ONE)],
  ]
  const { customerId, agentId, planId, currency } = one
  return windows.flatMap((window) =>
    amounts.flatMap(([kind, amount]): Entry[] => {
      const spread = spreadByDay({ ...time, amount }, instants(window), timeZone)
      if (spread === undefined || spread.eq(ZERO)) return []
      const place = { customerId, agentId, planId, currency, date: dateText(window.start) }
      return [{ ...place, kind, signalId: null, ...NOTHING, revenue: spread, invoiced: spread }]
    }),
  )
}
