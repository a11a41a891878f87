import { roundToMinorUnit } from '../currency.ts'
import { type Decimal, isZero, sum, ZERO } from '../money.ts'
import { isEmpty, isSameTime, type Range } from '../time/range.ts'
import {
  type EarningFacts,
  type FinalizedUsage,
  type LineInWindow,
  linesIn,
  rangeBefore,
} from './earning-facts.ts'
import type { Earning, QuantityIn } from './earnings.ts'
import { priceUsage } from './pricing.ts'

/**
 * Returns the ranges whose usage `invoicedIn` needs in addition to `askedUsage`: those of lines cut
 * by the window.
 */
export function askedByInvoiced(
  facts: EarningFacts,
  window: Range,
): (Range & { signalId: string })[] {
  const cut = invoicedLines(facts, window).filter(isCut)
  return cut.flatMap(({ line, range }) => {
    const { signalId, start, end } = line
    const ranges = [
      rangeBefore(line),
      { start, end: range.start },
      range,
      { start: range.end, end },
    ]
    return ranges.flatMap((one) => (one && !isEmpty(one) ? [{ signalId, ...one }] : []))
  })
}

/** What a subscription earns from, and its own usage. */
type Invoiced = { facts: EarningFacts; quantityIn: QuantityIn }

/**
 * Returns the invoiced part of the earnings of a window: of fees, and of usage by `invoicedByLine`.
 */
export function invoicedIn(
  invoiced: Invoiced,
  window: Range,
  earnings: readonly Earning[],
): Decimal {
  const fees = earnings.flatMap((one) => ('line' in one && one.line?.isInvoiced ? one.amount : []))
  return sum([...fees, ...invoicedByLine(invoiced, window).map(({ amount }) => amount)])
}

/**
 * Returns the billed amount of each invoiced usage line of a window, with the lines that settle its
 * late usage, regardless of the usage known now. Earnings minus this amount are not invoiced yet;
 * they are negative if an invoice must give something back. A line cut by the window counts in
 * proportion to its earnings in the window.
 */
export function invoicedByLine(
  { facts, quantityIn }: Invoiced,
  window: Range,
): { line: FinalizedUsage; amount: Decimal }[] {
  return invoicedLines(facts, window).map((one) => {
    const { line } = one
    if (!isCut(one)) return { line, amount: line.billed }
    return { line, amount: shareOf(one, facts.currency, quantityIn)(line.billed) }
  })
}

/** An amount that a finalized invoice billed of a line. `on` is the UTC midnight before its finalization. */
export type Billing = { on: number; amount: Decimal }

/**
 * Splits the amounts of `invoicedByLine` of one subscription by finalization. Each amount is the difference that its
 * invoice made: with everything billed until then, less the same before it. `billingsOf` returns what was billed of
 * a line, the earliest first.
 */
export function invoicedByBilling(
  { facts, quantityIn }: Invoiced,
  window: Range,
  billingsOf: (line: FinalizedUsage) => readonly Billing[],
): (Billing & { line: FinalizedUsage })[] {
  return invoicedLines(facts, window).flatMap((one) => {
    const { line } = one
    const invoicedOf = isCut(one)
      ? shareOf(one, facts.currency, quantityIn)
      : (amount: Decimal) => amount
    let [billed, before] = [ZERO, ZERO]
    return billingsOf(line).map(({ on, amount }) => {
      billed = billed.plus(amount)
      const after = invoicedOf(billed)
      const own = { line, on, amount: after.minus(before) }
      before = after
      return own
    })
  })
}

/** Returns the lines of a window that count as invoiced. */
export const invoicedLines = (facts: EarningFacts, window: Range) =>
  linesIn(facts, window).filter(({ line }) => line.isInvoiced)

/** Returns whether part of the line's range lies outside the window. */
export const isCut = ({ line, range }: LineInWindow) =>
  !isSameTime(line.start, range.start) || !isSameTime(line.end, range.end)

/**
 * Returns a function for the billed share of a line in part of its range, based on the
 * subscription's own usage. The fee of a pool falls on the first day. The rest is split in
 * proportion to the current price of the usage, and its rounding falls on the last day. If the
 * usage has no price, the billed amount falls on the last day.
 */
function shareOf({ line, range }: LineInWindow, currency: string, quantityIn: QuantityIn) {
  const { signalId, pricing, start, end } = line
  const before = rangeBefore(line)
  const nothing = priceUsage(pricing, ZERO)
  const priceOf = (units: Decimal) =>
    isZero(units) ? nothing.amount : priceUsage(pricing, units).amount
  const fee = before ? ZERO : nothing.fixedFee
  const feeIn = isSameTime(range.start, start) ? fee : ZERO
  const isLast = isSameTime(range.end, end)
  return (billed: Decimal): Decimal => {
    const first = before ? quantityIn(signalId, before) : ZERO
    const dueBefore = priceOf(first)
    const dueUntil = (time: Temporal.Instant) =>
      priceOf(first.plus(quantityIn(signalId, { start, end: time })))
    const rounded = roundToMinorUnit(dueUntil(end), currency)
    const all = rounded.minus(before ? roundToMinorUnit(dueBefore, currency) : fee)
    const billedAll = billed.minus(fee)
    if (isZero(all)) return isLast ? feeIn.plus(billedAll) : feeIn
    const earnedUntil = (time: Temporal.Instant) =>
      isSameTime(time, start) ? ZERO : dueUntil(time).minus(dueBefore)
    const earned = (isLast ? all : earnedUntil(range.end)).minus(earnedUntil(range.start))
    const share = billedAll.eq(all) ? earned : billedAll.times(earned).div(all)
    return feeIn.plus(share)
  }
}
