import { type Decimal, decimal, decimalFromJsonNumber, decimalsOf } from './money.ts'

/** The API contract writes money as JSON numbers, which lose cents beyond this amount. */
export const AMOUNT_MAX = decimal('90000000000000')

/** Returns whether the JSON number of a value equals it exactly. */
export function isExactAsJson(value: Decimal): boolean {
  return decimalFromJsonNumber(Number(value.toFixed()))?.eq(value) ?? false
}

/** Returns whether an amount can be shown: within the limit, and exact as a JSON number. */
export function isShowable(amount: Decimal): boolean {
  return amount.abs().lte(AMOUNT_MAX) && isExactAsJson(amount)
}

/**
 * Returns an amount as the contract's JSON number: the nearest float. Amounts that are not exact as
 * a float are rejected where they arise. The database stores exact decimals.
 */
export function amountNumber(amount: Decimal): number {
  const { c: digits, s: sign } = amount
  const decimals = decimalsOf(amount)
  const power = POWERS_OF_TEN[Math.abs(decimals)]
  if (digits.length > DIGITS_OF_FLOAT || power === undefined) return Number(amount.toFixed())
  let whole = 0
  for (const digit of digits) whole = whole * 10 + digit
  // Both operands are exact floats, so the quotient or product is the float nearest to the exact
  // result.
  return whole === 0 ? 0 : sign * (decimals < 0 ? whole * power : whole / power)
}

/** A float holds this many digits exactly, and powers of ten up to 22. */
const DIGITS_OF_FLOAT = 15
const POWERS_OF_TEN = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
