import type { Db, Tx } from '../../../platform/database.ts'
import type { ProviderName } from '../payment.ts'

type ReceivedNotification = {
  provider: ProviderName
  eventId: string
  kind: string
  /** Null if the server asked the provider itself. */
  body: string | null
}

/**
 * Returns false if this notification was already received. A concurrent duplicate waits for the
 * first.
 */
export async function insertNotification(
  tx: Tx,
  { provider, eventId, kind, body }: ReceivedNotification,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('paymentNotifications')
    .values({ provider, eventId, receivedAt: now, kind, body })
    .onConflict((conflict) => conflict.columns(['provider', 'eventId']).doNothing())
    .returning('eventId')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes old notifications. Providers repeat a notification for days, not months. */
export async function deleteNotificationsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('paymentNotifications').where('receivedAt', '<', before).execute()
}
