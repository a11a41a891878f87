import assert from 'node:assert/strict'
import { type Decimal, decimalFromInteger, divide, ZERO } from '../money.ts'
import { remembered } from '../remembered.ts'

/**
 * Fee × days covered / days of the full period, not rounded: the caller rounds once, on the line. A
 * period that was made longer covers more days than a full one.
 * A quotient that never ends is kept to 40 decimals. That cannot tip the rounding of the line: a
 * fee has at most 30 decimals, so it is either exactly on a tie or further from it than the error.
 */
export function prorate(fee: Decimal, days: { daysCovered: number; daysFull: number }): Decimal {
  const { daysCovered, daysFull } = days
  assert(daysCovered >= 0 && daysFull > 0, `cannot prorate ${daysCovered} of ${daysFull} days`)
  if (daysCovered === daysFull) return fee
  if (daysCovered === 0) return ZERO
  return shareOfDays(fee, daysCovered, daysFull)
}

const shareOfDays = remembered(
  (fee: Decimal, daysCovered: number, daysFull: number) =>
    `${fee.toFixed()} ${daysCovered} ${daysFull}`,
  (fee, daysCovered, daysFull) =>
    divide(fee.times(decimalFromInteger(daysCovered)), decimalFromInteger(daysFull)),
)

/** A part of a period: its days, and those of the period before it. */
export type PartDays = { daysBefore: number; daysCovered: number; daysFull: number }

/**
 * What is due of a fee until a part begins, and the exact fee of the part: what is due until its end less
 * what is due until its start. Very many owe the same fee for the same days.
 */
export const prorateBetween = remembered(
  (fee: Decimal, { daysBefore, daysCovered, daysFull }: PartDays) =>
    `${fee.toFixed()} ${daysBefore} ${daysCovered} ${daysFull}`,
  (fee, { daysBefore, daysCovered, daysFull }) => {
    const until = prorate(fee, { daysCovered: daysBefore + daysCovered, daysFull })
    const amountBefore = prorate(fee, { daysCovered: daysBefore, daysFull })
    return { amountBefore, amount: until.minus(amountBefore) }
  },
)
