import { roundToMinorUnit } from '../currency.ts'
import { type Decimal, ZERO } from '../money.ts'
import { countDays } from '../time/period.ts'
import { isBefore, type Range } from '../time/range.ts'
import { roundedAmount } from './charges.ts'
import { type LineDays, prorate, prorateBetween } from './proration.ts'

/** A recurring or seat fee that a final invoice billed for a range: `rate` × `count` by days. */
export type BilledFeeLine = Range & {
  rate: Decimal
  count: number
  amount: Decimal
  days: LineDays
}

/** A change of plan: the first instant of its day, and in which zone and currency fees are billed. */
type Change = { at: Temporal.Instant; timeZone: string; currency: string }

/**
 * Returns what a fee line billed for the days from the change on: its amount less the amount of the same line if it
 * ended at the change. Rounded as lines are, so what remains billed is what an invoice up to the change would have billed.
 */
export function unusedFee(line: BilledFeeLine, { at, timeZone, currency }: Change): Decimal {
  if (!isBefore(at, line.end)) return ZERO
  if (!isBefore(line.start, at)) return line.amount
  const { daysBefore, daysFull, seatDaysBefore } = line.days
  const daysKept = countDays({ start: line.start, end: at }, timeZone)
  const kept = prorateBetween(line.rate, {
    daysBefore: seatDaysBefore ?? line.count * daysBefore,
    daysCovered: line.count * daysKept,
    daysFull,
  })
  return line.amount.minus(roundedAmount(kept, currency))
}

/** A pool whose fee a final invoice billed, with the units used of it, and its period in days. */
export type BilledPool = {
  fee: Decimal
  size: Decimal
  used: Decimal
  /** Days of the period from the change on, and all days of the period. */
  daysLeft: number
  days: number
}

/**
 * Returns what of the fee of a billed pool is unused: fee × the smaller of days left ÷ days and unused units ÷ size,
 * rounded to the minor unit. Units that were used are not given back, however early in the period that was.
 */
export function unusedPool(pool: BilledPool, currency: string): Decimal {
  const { fee, size, used, daysLeft, days } = pool
  if (used.gte(size) || daysLeft <= 0) return ZERO
  const byDays = prorate(fee, { daysCovered: daysLeft, daysFull: days })
  const byUnits = fee.times(size.minus(used)).div(size)
  return roundToMinorUnit(byUnits.lt(byDays) ? byUnits : byDays, currency)
}

/** Returns the days from an instant to the end of a range, at most those of the range. */
export function daysLeftIn(range: Range, at: Temporal.Instant, timeZone: string): number {
  if (!isBefore(at, range.end)) return 0
  const start = isBefore(at, range.start) ? range.start : at
  return countDays({ start, end: range.end }, timeZone)
}
