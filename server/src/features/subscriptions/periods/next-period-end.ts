import { sql } from 'kysely'
import { askedRows } from '../../../platform/batching/asked-rows.ts'
import { batched } from '../../../platform/batching/batched.ts'
import type { Tx } from '../../../platform/database.ts'

type BilledSubscription = { organizationId: string; customerId: string; subscriptionId: string }

type Next = BilledSubscription & { nextPeriodEnd: Date | null }

/**
 * Makes the subscription due for the billing job, which then bills what is left from that time on.
 * An earlier due time stays. No reader sees it, so the version stays as well.
 */
export async function makeDueForBilling(
  tx: Tx,
  { organizationId, customerId, subscriptionId }: BilledSubscription,
  from: Date,
): Promise<void> {
  await sql`
    update subscriptions
    set next_period_end = least(next_period_end, ${from}::timestamptz)
    where customer_id = ${customerId} and id = ${subscriptionId}
      and organization_id = ${organizationId}`.execute(tx)
}

/** Stores when the next period ends, for the billing job. Visible fields and the version do not change. */
export const updateNextPeriodEnd = batched(async (tx: Tx, next: readonly Next[]) => {
  const rows = askedRows(next, {
    customerId: ['uuid', (one) => one.customerId],
    id: ['uuid', (one) => one.subscriptionId],
    organizationId: ['uuid', (one) => one.organizationId],
    nextPeriodEnd: ['timestamptz', (one) => one.nextPeriodEnd],
  })
  await sql`
    update subscriptions set next_period_end = asked.next_period_end
    from ${rows}
    where subscriptions.customer_id = asked.customer_id and subscriptions.id = asked.id
      and subscriptions.organization_id = asked.organization_id
      and subscriptions.customer_id = any(${next.map(({ customerId }) => customerId)}::uuid[])`.execute(
    tx,
  )
  return next.map(() => undefined)
})
