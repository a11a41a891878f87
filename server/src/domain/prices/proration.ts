import assert from 'node:assert/strict'
import { memoize } from '../memoize.ts'
import { type Decimal, decimalFromInteger, ZERO } from '../money.ts'

/**
 * Returns fee × days covered / days of the full period, not rounded: the caller rounds once, on the
 * line. A lengthened period covers more days than a full one.
 *
 * A quotient that never ends is rounded to 40 decimals, which cannot change the rounding of the
 * line. A fee has at most 30 decimals, so the quotient is a tie or far from one.
 */
export function prorate(fee: Decimal, days: { daysCovered: number; daysFull: number }): Decimal {
  const { daysCovered, daysFull } = days
  assert(daysCovered >= 0 && daysFull > 0, `cannot prorate ${daysCovered} of ${daysFull} days`)
  if (daysCovered === daysFull) return fee
  if (daysCovered === 0) return ZERO
  return shareOfDays(fee, daysCovered, daysFull)
}

const shareOfDays = memoize(
  (fee: Decimal, daysCovered: number, daysFull: number) =>
    `${fee.toFixed()} ${daysCovered} ${daysFull}`,
  (fee, daysCovered, daysFull) =>
    fee.times(decimalFromInteger(daysCovered)).div(decimalFromInteger(daysFull)),
)

/** Days of a part of a period, and of the period before the part. */
export type PartDays = { daysBefore: number; daysCovered: number; daysFull: number }

/** Days of a line for a fee. */
export type LineDays = PartDays & {
  /** The sum of the seats over the days before; null if the number was always that of the line. */
  seatDaysBefore: number | null
}

/**
 * Returns the fee due until a part begins, and the exact fee of the part: the fee due until its end
 * less the fee due until its start. Cached, because many subscriptions owe the same fee for the
 * same days.
 */
export const prorateBetween = memoize(
  (fee: Decimal, { daysBefore, daysCovered, daysFull }: PartDays) =>
    `${fee.toFixed()} ${daysBefore} ${daysCovered} ${daysFull}`,
  (fee, { daysBefore, daysCovered, daysFull }) => {
    const until = prorate(fee, { daysCovered: daysBefore + daysCovered, daysFull })
    const amountBefore = prorate(fee, { daysCovered: daysBefore, daysFull })
    return { amountBefore, amount: until.minus(amountBefore) }
  },
)
