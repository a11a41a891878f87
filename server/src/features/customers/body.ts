import { amountNumber } from '../../domain/json-amount.ts'
import type { CreditBalance } from '../credit-balances/credit-balance.ts'
import type { CustomerRow } from './queries.ts'
import type { Customer } from './schemas.ts'

export function toBody(
  { createdAt, updatedAt, lowCreditAmount, ...fields }: CustomerRow,
  balances: readonly CreditBalance[],
): Customer {
  return {
    ...fields,
    lowCreditAmount: lowCreditAmount && amountNumber(lowCreditAmount),
    creditBalances: balances
      .filter(({ customerId }) => customerId === fields.id)
      .map(({ currency, amount }) => ({ currency, amount: amountNumber(amount) })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
