import { type Decimal, decimal, decimalFromJsonNumber, decimalsOf } from './money.ts'

/** The contract writes money as JSON numbers, and beyond this they lose cents. */
export const AMOUNT_MAX = decimal('90000000000000')

/** Whether the JSON number that an answer shows is exactly the value. */
export function isExactAsJson(value: Decimal): boolean {
  return decimalFromJsonNumber(Number(value.toFixed()))?.eq(value) ?? false
}

/** Whether an amount can be shown: not beyond the limit, and exactly. */
export function isShowable(amount: Decimal): boolean {
  return amount.abs().lte(AMOUNT_MAX) && isExactAsJson(amount)
}

/**
 * An amount as the contract's JSON number: the nearest float. Money that it would not be exactly is
 * refused where it arises. The exact decimals stay in the database.
 */
export function amountNumber(amount: Decimal): number {
  const { c: digits, s: sign } = amount
  const decimals = decimalsOf(amount)
  const power = POWERS_OF_TEN[Math.abs(decimals)]
  if (digits.length > DIGITS_OF_FLOAT || power === undefined) return Number(amount.toFixed())
  let whole = 0
  for (const digit of digits) whole = whole * 10 + digit
  // Both are exact as floats, so their quotient or product is the nearest float of the exact one.
  return whole === 0 ? 0 : sign * (decimals < 0 ? whole * power : whole / power)
}

/** A float holds so many digits exactly, and the powers of ten up to 22. */
const DIGITS_OF_FLOAT = 15
const POWERS_OF_TEN = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
