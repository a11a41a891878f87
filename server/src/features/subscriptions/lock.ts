import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Tx } from '../../platform/database.ts'
import { inOrderOf, isOneOf, keysToLock } from '../customers/by-keys.ts'
import { selectSubscriptions, withoutBilledProrations } from './read.ts'
import { notEnded } from './status/not-ended.ts'
import type { Subscription } from './terms/subscription.ts'

/** Locks the customer's subscriptions that have not ended. */
export async function lockLiveSubscriptions(
  tx: Tx,
  { organizationId, customerId }: Omit<CustomerScopedId, 'id'>,
  now: Date,
): Promise<Subscription[]> {
  const rows = await selectSubscriptions(tx)
    .where('subscriptions.customerId', '=', customerId)
    .where('subscriptions.organizationId', '=', organizationId)
    .where(notEnded('subscriptions', now))
    .orderBy('subscriptions.id')
    .forNoKeyUpdate('subscriptions')
    .execute()
  return withoutBilledProrations(tx, rows)
}

/**
 * Locks a subscription against other writers until the transaction ends; false if it no longer
 * exists. Changelog rows that reference it can still be inserted. Otherwise a plan change, which
 * locks the plan and then inserts them, would deadlock with the holder of this lock, who locks the
 * plan next.
 */
export const lockSubscription = batched(async (tx: Tx, keys: readonly CustomerScopedId[]) => {
  const rows: CustomerScopedId[] = []
  for (const group of await keysToLock(tx, keys)) {
    const locked = tx
      .selectFrom('subscriptions')
      .select(['organizationId', 'customerId', 'id'])
      .where(isOneOf(group))
      .where('deletedAt', 'is', null)
      .orderBy('customerId')
      .orderBy('id')
    rows.push(...(await locked.forNoKeyUpdate().execute()))
  }
  return inOrderOf(keys, rows).map((one) => one !== undefined)
})
