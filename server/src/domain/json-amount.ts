import { type Decimal, decimal, decimalFromJsonNumber } from './money.ts'

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
  return Number(amount.toFixed())
}
