import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { lockRows } from '../../../platform/advisory-lock.ts'
import type { Tx } from '../../../platform/database.ts'

/** Returns true if a discount of this subscription alone has not ended. */
export async function hasOwnDiscounts(tx: Tx, key: CustomerScopedId): Promise<boolean> {
  const row = await tx
    .selectFrom('discounts')
    .select('id')
    .where('customerId', '=', key.customerId)
    .where('subscriptionId', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .where('endedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks a subscription's customer and another one, in the global lock order. Without it, two
 * subscriptions that swap customers would deadlock.
 */
export async function lockBothCustomers(
  tx: Tx,
  { organizationId, customerId }: CustomerScopedId,
  otherId: string,
): Promise<void> {
  const ids = [customerId, otherId]
  await lockRows(tx, { table: 'customers', organizationId, ids, onNodes: true }, 'update')
}
