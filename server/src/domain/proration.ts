import assert from 'node:assert/strict'
import { minorUnitDecimals } from './currency.ts'
import { type Decimal, decimal, decimalFromInteger, sum, ZERO } from './money.ts'

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
  return fee.times(decimalFromInteger(daysCovered)).div(decimalFromInteger(daysFull))
}

/** A part of a period: its days, and those of the period before it. */
export type PartDays = { daysBefore: number; daysCovered: number; daysFull: number }

/** The fee of a part: what is due until its end less what is due until its start, each rounded. */
export function prorateBetween(
  fee: Decimal,
  { daysBefore, daysCovered, daysFull }: PartDays,
  rounded: (amount: Decimal) => Decimal,
): Decimal {
  const until = prorate(fee, { daysCovered: daysBefore + daysCovered, daysFull })
  return rounded(until).minus(rounded(prorate(fee, { daysCovered: daysBefore, daysFull })))
}

/**
 * Splits an amount in proportion to the weights, in whole minor units, so that the parts always sum
 * to the amount. Minor units left over go to the largest remainders, on a tie to the earlier part.
 * A negative amount splits like its positive twin. The amount must already be rounded.
 */
export function splitByLargestRemainder(
  amount: Decimal,
  weights: readonly Decimal[],
  currency: string,
): Decimal[] {
  const minorUnit = decimal('10').pow(-minorUnitDecimals(currency))
  const units = amount.abs().div(minorUnit)
  const totalWeight = sum(weights)
  assert(units.round(0).eq(units), `${amount.toFixed()} ${currency} is not in whole minor units`)
  assert(
    weights.every((weight) => weight.gte(ZERO)),
    'a weight is negative',
  )
  if (units.eq(ZERO)) return weights.map(() => ZERO)
  assert(totalWeight.gt(ZERO), `nothing to split ${amount.toFixed()} ${currency} over`)

  // Exact: whole numbers and remainders by mod, never a quotient that is cut after 40 decimals.
  const shares = weights.map((weight, position) => {
    const product = units.times(weight)
    const remainder = product.mod(totalWeight)
    return { position, whole: product.minus(remainder).div(totalWeight), remainder }
  })
  const leftOver = units.minus(sum(shares.map((share) => share.whole)))
  const signedUnit = amount.lt(ZERO) ? minorUnit.neg() : minorUnit
  // Sorting is stable: equal remainders keep their order.
  return shares
    .toSorted((a, b) => b.remainder.cmp(a.remainder))
    .map(({ position, whole }, rank) => {
      const extra = leftOver.gt(decimalFromInteger(rank)) ? decimal('1') : ZERO
      return { position, part: whole.plus(extra).times(signedUnit) }
    })
    .toSorted((a, b) => a.position - b.position)
    .map(({ part }) => part)
}
