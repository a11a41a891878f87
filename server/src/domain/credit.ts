import { type Decimal, ZERO } from './money.ts'

/**
 * Returns the customer credit that an invoice uses, at most the amount due including taxes.
 * Negative when the amount due is negative: the invoice adds that amount to the credit, and its own
 * total is 0.
 */
export function creditTaken(due: Decimal, balance: Decimal): Decimal {
  if (due.lte(ZERO)) return due
  if (balance.lte(ZERO)) return ZERO
  return balance.lt(due) ? balance : due
}
