import type { CustomerScopedId, ScopedId } from '../../domain/scoped-id.ts'
import { type LockMode, lockRows } from '../../platform/advisory-lock.ts'
import type { Tx } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import * as queries from './queries.ts'

/**
 * Locks a customer for the rest of the transaction: 'share' by what comes to depend on it, 'update'
 * by its deletion and by changes that its dependents must see. Whatever locks several things takes
 * them in the order customer, agent, plan, signal, so nobody waits in a circle.
 */
export async function lockCustomer(tx: Tx, key: ScopedId, mode: LockMode) {
  return (await queries.lockCustomer(tx, key, mode)) ?? notFound('Customer')
}

/**
 * Keeps the customer from those who change it, and from nobody else. It comes before anything else
 * of the customer is locked, as it does for them, so nobody waits in a circle.
 */
export async function lockCustomerShared(
  tx: Tx,
  { organizationId, customerId }: Omit<CustomerScopedId, 'id'>,
): Promise<void> {
  const locked = {
    table: 'customers',
    organizationId,
    ids: [customerId],
    onNodes: true,
  } as const
  await lockRows(tx, locked, 'share')
}
