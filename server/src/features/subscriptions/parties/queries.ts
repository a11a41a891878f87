import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { lockRows } from '../../../platform/advisory-lock.ts'
import type { Tx } from '../../../platform/database.ts'

/** Whether a discount is given to this very subscription and goes on. */
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
 * Locks the customer of a subscription together with another one, in the order that everybody takes
 * them in: two subscriptions that change places must not wait for each other.
 */
export async function lockBothCustomers(
  tx: Tx,
  { organizationId, customerId }: CustomerScopedId,
  otherId: string,
): Promise<void> {
  const ids = [customerId, otherId]
  await lockRows(tx, { table: 'customers', organizationId, ids, onNodes: true }, 'update')
}
