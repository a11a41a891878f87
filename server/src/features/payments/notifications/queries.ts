import type { Db, Tx } from '../../../platform/database.ts'
import type { ProviderName } from '../payment.ts'

type ReceivedNotification = {
  provider: ProviderName
  eventId: string
  kind: string
  /** Null for what we have asked the provider for. */
  body: string | null
}

/** False when the provider has told us this before; whoever is second waits for the first. */
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

/** Providers repeat themselves for days, not for months. */
export async function deleteNotificationsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('paymentNotifications').where('receivedAt', '<', before).execute()
}
