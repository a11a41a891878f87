import { type Decimal, ZERO } from './money.ts'

/**
 * What an invoice takes of the customer's credit, up to what is due, taxes included. Negative: what
 * it leaves to the customer, because it owes the customer something; the invoice itself is then 0.
 */
export function creditTaken(due: Decimal, balance: Decimal): Decimal {
  if (due.lte(ZERO)) return due
  if (balance.lte(ZERO)) return ZERO
  return balance.lt(due) ? balance : due
}
