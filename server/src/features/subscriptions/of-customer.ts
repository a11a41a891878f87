import type { Db } from '../../platform/database.ts'
import { selectSubscriptions, withSeats } from './read.ts'
import type { Subscription } from './terms/subscription.ts'

/** Lists the subscriptions of a customer, ended ones too, without deleted ones. */
export async function listSubscriptionsOf(
  db: Db,
  { organizationId, customerId }: { organizationId: string; customerId: string },
): Promise<Subscription[]> {
  const rows = await selectSubscriptions(db)
    .where('subscriptions.organizationId', '=', organizationId)
    .where('subscriptions.customerId', '=', customerId)
    .orderBy('subscriptions.id')
    .execute()
  const subscriptions = rows.map(({ prorationId: _, ...subscription }) => subscription)
  return withSeats(db, subscriptions)
}
