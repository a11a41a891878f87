import type { Db, Tx } from '../../../platform/database.ts'
import type { ProviderName } from '../payment.ts'

/** False when the provider has told us this before; whoever is second waits for the first. */
export async function insertNotification(
  tx: Tx,
  { provider, eventId }: { provider: ProviderName; eventId: string },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('payment_notifications')
    .values({ provider, event_id: eventId, received_at: now })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Providers repeat themselves for days, not for months. */
export async function deleteNotificationsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('payment_notifications').where('received_at', '<', before).execute()
}
