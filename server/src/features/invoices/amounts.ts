import type { Decimal } from '../../domain/money.ts'

/**
 * An amount as the contract's JSON number: the nearest float, which shows every amount of up to 15
 * digits exactly. The exact decimals stay in the database.
 */
export function amountNumber(amount: Decimal): number {
  return Number(amount.toFixed())
}
