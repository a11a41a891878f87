import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'

type BilledSubscription = { organizationId: string; customerId: string; subscriptionId: string }

/** Notes for the clock when the next period to bill ends; it is no change of the subscription. */
export async function updateNextPeriodEnd(
  tx: Tx,
  { organizationId, customerId, subscriptionId }: BilledSubscription,
  nextPeriodEnd: Date | null,
): Promise<void> {
  await sql`
    update subscriptions set next_period_end = ${nextPeriodEnd}::timestamptz
    where customer_id = ${customerId} and id = ${subscriptionId}
      and organization_id = ${organizationId}`.execute(tx)
}
