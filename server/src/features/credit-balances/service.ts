import { lockRows } from '../../platform/advisory-lock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { CreditBalance, CustomerScope } from './credit-balance.ts'
import * as queries from './queries.ts'

/**
 * Locks a customer's credit until the transaction ends, so that it is not spent twice. Lock order:
 * subscription, invoice, credit, discounts.
 */
export async function lockCredit(
  tx: Tx,
  { organizationId, customerId }: CustomerScope,
): Promise<void> {
  const locked = { table: 'customer_credits', organizationId, ids: [customerId] }
  await lockRows(tx, { ...locked, onNodes: true }, 'update')
}

/** Lists the customers' non-zero balances by currency, without promotional credit. */
export function listBalances(
  db: Db,
  customers: { organizationId: string; customerIds: readonly string[] },
): Promise<CreditBalance[]> {
  return queries.listBalances(db, customers)
}
