import { roundToMinorUnit } from '../currency.ts'
import { type Decimal, isZero, ZERO } from '../money.ts'
import { isEmpty, isSameTime, type Range } from '../time/range.ts'
import type { UsageCharge } from './charges.ts'
import {
  type EarningFacts,
  type FinalizedFee,
  type FinalizedOnetime,
  type FinalizedUsage,
  type LineInWindow,
  linesIn,
  rangeBefore,
  type UsagePart,
  usagePartsIn,
} from './earning-facts.ts'
import { priceBetween, priceUsage, type UsagePricing } from './pricing.ts'

/**
 * Returns the billable units in a range. It is called only for ranges whose bounds `askedUsage`
 * returned.
 */
export type QuantityIn = (signalId: string, range: Range) => Decimal

export type EarningKind = 'usage' | 'pool' | 'recurring' | 'seat_based' | 'onetime'

type Earned<Kind extends EarningKind> = {
  kind: Kind
  strategyId: string
  name: string
  signalId: string | null
  quantity: Decimal
  amount: Decimal
}

/** Earnings from usage. A pool's fee is a separate entry, because it is due regardless of usage. */
export type UsageEarning = Earned<'usage' | 'pool'>

export type FeeEarning = Earned<'recurring' | 'seat_based' | 'onetime'> & {
  /** The finalized line of the fee; undefined while there is none. */
  line: FinalizedFee | FinalizedOnetime | undefined
}

/**
 * Exact earnings of one strategy in a window. An invoiced range is priced by its line, at the price
 * that the invoice used. For usage, `invoicedIn` returns the invoiced amount.
 */
export type Earning = UsageEarning | FeeEarning

/** Returns the ranges whose usage must be loaded for the earnings of a window. */
export function askedUsage(facts: EarningFacts, window: Range): (Range & { signalId: string })[] {
  const ofLines = linesIn(facts, window).flatMap(({ line, range }) => {
    const { signalId, start } = line
    const ranges = [rangeBefore(line), { start, end: range.start }, range]
    return ranges.flatMap((one) => (one && !isEmpty(one) ? [{ signalId, ...one }] : []))
  })
  const ofParts = usagePartsIn(facts, window).flatMap((one) => {
    const { start, end } = one.part
    const ranges = [...(one.counted ? [one.counted] : []), { start, end }]
    return ranges.map((range) => ({ signalId: one.strategy.signalId, ...range }))
  })
  return [...ofLines, ...ofParts]
}

/**
 * Returns the earnings of a subscription in a window:
 * - Usage in part of a period: the price of the period until the window's end, less its price
 *   until the window's start.
 * - Fees: spread evenly over their days.
 * - A pool's fee: on the first day of its period.
 * - A one-time fee: on the day the subscription starts.
 *
 * Therefore the windows of a period add up to the period. For an invoiced period, the windows add
 * up to the lines of its invoices. The rounding of a line falls on its last day. `fees` is the
 * result of `feesIn`, passed in because many subscriptions share it.
 */
export function earningsOf(
  facts: EarningFacts,
  window: Range,
  quantityIn: QuantityIn,
  fees: readonly FeeEarning[],
): readonly Earning[] {
  const used = usageEarningsOf(facts, window, quantityIn)
  return used.length === 0 ? fees : [...used, ...fees]
}

/** Returns the part of `earningsOf` that depends on usage. */
export function usageEarningsOf(
  facts: EarningFacts,
  window: Range,
  quantityIn: QuantityIn,
): UsageEarning[] {
  return [
    ...linesIn(facts, window).flatMap((one) => earnedByLine(facts, one, quantityIn)),
    ...usagePartsIn(facts, window).flatMap((one) => earnedByUsagePart(one, quantityIn)),
  ]
}

/**
 * Returns the times of a window at which usage may earn although no unit is used: where lines and parts begin, which
 * have the fees of pools, and where lines end, which have their rounding. In a window without these times and without
 * usage, the amounts of `usageEarningsOf` are zero, and so is what is invoiced of them.
 */
export function edgesIn(
  facts: EarningFacts,
  window: Range,
): { starts: Temporal.Instant[]; ends: Temporal.Instant[] } {
  const lines = linesIn(facts, window).map(({ line }) => line)
  const parts = usagePartsIn(facts, window).map(({ part }) => part)
  const starts = [...lines, ...parts].map(({ start }) => start)
  return { starts, ends: lines.map(({ end }) => end) }
}

function earnedByUsagePart(
  { strategy, pricing, part, counted }: UsagePart,
  quantityIn: QuantityIn,
): UsageEarning[] {
  const { signalId, id: strategyId, name } = strategy
  const priced = pricedUsage({ signalId, pricing, range: part, counted }, quantityIn)
  return earnedByUsage({ strategyId, name, signalId }, priced)
}

type UsageAsked = {
  signalId: string
  pricing: UsagePricing
  range: Range
  /** Range counted before `range`; undefined: counting begins with `range`. */
  counted: Range | undefined
}

type PricedUsage = Pick<UsageCharge, 'quantity' | 'amount' | 'fixedFee'>

/** Prices the units of a range on top of the units counted before it. */
function pricedUsage(
  { signalId, pricing, range, counted }: UsageAsked,
  quantityIn: QuantityIn,
): PricedUsage {
  const within = (one: Range) => (isEmpty(one) ? ZERO : quantityIn(signalId, one))
  const quantity = within(range)
  if (pricing.pricingModel === 'flat') {
    const amount = isZero(quantity) ? ZERO : priceBetween(pricing, null, quantity)
    return { quantity, amount, fixedFee: ZERO }
  }
  if (counted && quantity.eq(ZERO)) return { quantity, amount: ZERO, fixedFee: ZERO }
  const until = priceUsage(
    pricing,
    within({ start: counted?.start ?? range.start, end: range.end }),
  )
  if (counted) {
    const before = priceUsage(pricing, within(counted))
    return { quantity, amount: until.amount.minus(before.amount), fixedFee: ZERO }
  }
  return { quantity, amount: until.amount, fixedFee: until.fixedFee }
}

type Own = Pick<UsageEarning, 'strategyId' | 'name' | 'signalId'>

function earnedByUsage(own: Own, { quantity, amount, fixedFee }: PricedUsage): UsageEarning[] {
  if (isZero(fixedFee)) return [{ ...own, kind: 'usage', quantity, amount }]
  const used: UsageEarning = { ...own, kind: 'usage', quantity, amount: amount.minus(fixedFee) }
  return [used, { ...own, kind: 'pool', quantity: ZERO, amount: fixedFee }]
}

function earnedByLine(
  { currency }: EarningFacts,
  { line, range }: LineInWindow,
  quantityIn: QuantityIn,
): UsageEarning[] {
  const { signalId, pricing, start, end, strategyId, name } = line
  const before = rangeBefore(line)
  const isFirst = before === undefined && isSameTime(range.start, start)
  const counted = isFirst ? undefined : { start: before?.start ?? start, end: range.start }
  const priced = pricedUsage({ signalId, pricing, range, counted }, quantityIn)
  const rounding = isSameTime(range.end, end) ? roundingOf(line, quantityIn, currency) : ZERO
  const own = { strategyId, name, signalId }
  return earnedByUsage(own, { ...priced, amount: priced.amount.plus(rounding) })
}

/** Returns the rounding difference of a line for its current usage, see `roundedAmount`. */
function roundingOf(line: FinalizedUsage, quantityIn: QuantityIn, currency: string): Decimal {
  const { signalId, pricing, start, end } = line
  const before = rangeBefore(line)
  const roundingOver = (range: Range) => {
    const { amount } = priceUsage(pricing, quantityIn(signalId, range))
    return roundToMinorUnit(amount, currency).minus(amount)
  }
  const until = roundingOver({ start: before?.start ?? start, end })
  return before ? until.minus(roundingOver(before)) : until
}
