import { type Decimal, decimal, decimalFromJsonNumber } from './money.ts'

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
  const { digits, decimals } = amount
  const power = POWERS_OF_TEN[decimals]
  if (digits <= -FLOAT_MAX || digits >= FLOAT_MAX || power === undefined) {
    return Number(amount.toFixed())
  }
  // Both operands are exact floats, so the quotient is the float nearest to the exact result.
  return Number(digits) / power
}

/** A float holds all whole numbers below exactly, and powers of ten up to 22. */
const FLOAT_MAX = 10n ** 15n
const POWERS_OF_TEN = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
