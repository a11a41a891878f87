import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Tx } from '../../platform/database.ts'
import { selectSubscriptions, withoutBilledProrations } from './read.ts'
import { notEnded } from './status/not-ended.ts'
import type { Subscription } from './subscription.ts'

/** Locks those of one customer that the clock says have not ended. */
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
 * Keeps the row from other writers until the transaction ends; false when it is gone. Not from
 * histories that come to refer to it: whoever changes a plan locks the plan and writes them, while
 * whoever locks a subscription here asks for its plan next.
 */
export async function lockSubscription(tx: Tx, key: CustomerScopedId): Promise<boolean> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}
