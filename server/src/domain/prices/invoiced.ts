import { roundToMinorUnit } from '../currency.ts'
import { type Decimal, divide, isZero, sum, ZERO } from '../money.ts'
import { isEmpty, isSameTime, type Range } from '../time/range.ts'
import {
  type EarningFacts,
  type FinalizedUsage,
  type LineInWindow,
  linesIn,
  rangeBefore,
} from './earning-facts.ts'
import type { Earning, LineUsage, OwnOfLine } from './earnings.ts'
import { priceUsage } from './pricing.ts'

/** What must be known of usage for `invoicedIn`, besides what earnings ask for: of lines that a window cuts. */
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

/**
 * What finalized invoices billed of the earnings of a window: of fees, and of usage as `invoicedByLine` has
 * it.
 */
export function invoicedIn(
  usage: LineUsage & { facts: EarningFacts },
  window: Range,
  earnings: readonly Earning[],
): Decimal {
  const fees = earnings.flatMap((one) => ('isInvoiced' in one && one.isInvoiced ? one.amount : []))
  return sum([...fees, ...invoicedByLine(usage, window).map(({ amount }) => amount)])
}

/**
 * The billed amount of each invoiced usage line of a window: that of the line and of the lines that settle its late
 * usage, however much was used by now. So earned minus invoiced is what no invoice bills yet, and is negative
 * where an invoice has to give something back. If the window cuts a line, its part is its share of what the
 * usage of the line earned.
 */
export function invoicedByLine(
  { facts, billedOf, sumOverLine }: LineUsage & { facts: EarningFacts },
  window: Range,
): { line: FinalizedUsage; amount: Decimal }[] {
  return invoicedLines(facts, window).map((one) => {
    const { line } = one
    const amount = isCut(one) ? sumOverLine(line, shareOf(one, facts.currency)) : billedOf(line)
    return { line, amount }
  })
}

/** The lines of a window that count as invoiced. */
export const invoicedLines = (facts: EarningFacts, window: Range) =>
  linesIn(facts, window).filter(({ line }) => line.isInvoiced)

/** Whether some of a line's time is not in the window. */
export const isCut = ({ line, range }: LineInWindow) =>
  !isSameTime(line.start, range.start) || !isSameTime(line.end, range.end)

/**
 * What was billed of a line for a part of its time, by one's own usage of it. The fee of a pool is on the
 * first day, and the rest is billed in shares of what the usage comes to by now, whose rounding is on
 * the last day. Where it comes to nothing, what was billed is on the last day.
 */
function shareOf({ line, range }: LineInWindow, currency: string) {
  const { pricing, start, end } = line
  const before = rangeBefore(line)
  const nothing = priceUsage(pricing, ZERO)
  const priceOf = (units: Decimal) =>
    isZero(units) ? nothing.amount : priceUsage(pricing, units).amount
  const fee = before ? ZERO : nothing.fixedFee
  const feeIn = isSameTime(range.start, start) ? fee : ZERO
  const isLast = isSameTime(range.end, end)
  return ({ quantityIn, billed }: OwnOfLine): Decimal => {
    const first = before ? quantityIn(before) : ZERO
    const dueBefore = priceOf(first)
    const dueUntil = (time: Temporal.Instant) =>
      priceOf(first.plus(quantityIn({ start, end: time })))
    const rounded = roundToMinorUnit(dueUntil(end), currency)
    const all = rounded.minus(before ? roundToMinorUnit(dueBefore, currency) : fee)
    const billedAll = billed.minus(fee)
    if (isZero(all)) return isLast ? feeIn.plus(billedAll) : feeIn
    const earnedUntil = (time: Temporal.Instant) =>
      isSameTime(time, start) ? ZERO : dueUntil(time).minus(dueBefore)
    const earned = (isLast ? all : earnedUntil(range.end)).minus(earnedUntil(range.start))
    const share = billedAll.eq(all) ? earned : divide(billedAll.times(earned), all)
    return feeIn.plus(share)
  }
}
