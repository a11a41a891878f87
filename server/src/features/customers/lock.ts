import type { CustomerScopedId, ScopedId } from '../../domain/scoped-id.ts'
import { type LockMode, lockRows } from '../../platform/advisory-lock.ts'
import type { Tx } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import * as queries from './queries.ts'

/**
 * Locks a customer for the rest of the transaction. Take 'share' to create something that depends
 * on it, and 'update' to delete it or to change what dependents must see. A transaction that locks
 * several things takes them in the order customer, agent, plan, signal, to avoid deadlocks.
 */
export async function lockCustomer(tx: Tx, key: ScopedId, mode: LockMode) {
  return (await queries.lockCustomer(tx, key, mode)) ?? notFound('Customer')
}

/**
 * Blocks changes of the customer until the transaction ends; other share locks are not blocked.
 * Take it before any other lock of the customer, as changes do, to avoid deadlocks.
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
