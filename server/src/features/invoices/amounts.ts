import type { Decimal } from '../../domain/money.ts'

/**
 * An amount as the contract's JSON number: the nearest float. Money that it would not be exactly is
 * refused where it arises. The exact decimals stay in the database.
 */
export function amountNumber(amount: Decimal): number {
  return Number(amount.toFixed())
}
