import { countsAt } from '../../domain/credit.ts'
import { sum, ZERO } from '../../domain/money.ts'
import type { Db } from '../../platform/database.ts'
import type { CreditBalance, CustomerScope } from './credit-balance.ts'
import { listOpenGrants } from './open-grants.ts'

/**
 * Lists what is left of a customer's credit that counts at a business time, by currency: without
 * promotional credit, credit that is not valid yet, and credit that has expired.
 */
export async function listValidBalances(
  db: Db,
  customer: CustomerScope,
  businessNow: Date,
): Promise<CreditBalance[]> {
  const grants = await listOpenGrants(db, customer)
  const counted = grants.filter(
    (grant) => grant.kind !== 'promotional' && countsAt(grant, businessNow),
  )
  return [...Map.groupBy(counted, ({ currency }) => currency)]
    .map(([currency, own]) => {
      return { customerId: customer.customerId, currency, amount: sum(own.map(({ left }) => left)) }
    })
    .filter(({ amount }) => !amount.eq(ZERO))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}
