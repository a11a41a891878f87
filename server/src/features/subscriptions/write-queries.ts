import { sql } from 'kysely'
import type { Moved } from '../../domain/schedule.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Lifetime, SubscriptionStatus } from '../../domain/subscription-status.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { Fields } from './fields.ts'

/** What is written of a subscription: its fields and what follows from them. */
export type SubscriptionValues = Fields & Lifetime & { status: SubscriptionStatus; moved: Moved }

const rowOf = (values: SubscriptionValues) => ({
  name: values.name,
  status: values.status,
  start_date: values.startDate,
  end_date: values.endDate,
  end_at: values.endAt,
  is_forever: values.isForever,
  starts_at: values.startsAt,
  ends_at: values.endsAt,
  billing_cycle: values.billingCycle,
  custom_cycle_days: values.customCycleDays,
  billing_day: values.billingDay,
  anchor_date: values.moved?.anchorDate ?? null,
  moved_period_date: values.moved?.periodDate ?? null,
  billing_model: values.billingModel,
  timezone: values.timezone,
  net_terms: values.netTerms,
  auto_collect_payment: values.autoCollectPayment,
  seats_count: values.seatsCount,
  // Whatever changed, the job works out again when the next period ends.
  next_period_end: values.startsAt,
  invoice_memo: values.invoiceMemo,
  subscription_details: JSON.stringify(values.subscriptionDetails),
  metadata: JSON.stringify(values.metadata),
})

export async function insertSubscription(
  tx: Tx,
  key: CustomerScopedId & { planId: string; agentId: string },
  values: SubscriptionValues,
  { now, businessNow }: Moment,
): Promise<void> {
  await tx
    .insertInto('subscriptions')
    .values({
      customer_id: key.customerId,
      id: key.id,
      organization_id: key.organizationId,
      plan_id: key.planId,
      agent_id: key.agentId,
      ...rowOf(values),
      ...prorationColumns(values.proratedAmount),
      invoiced_from: businessNow,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** A new setting of proratedAmount, which is billed once; null takes away what is not billed yet. */
function prorationColumns(proratedAmount: string | null) {
  return {
    prorated_amount: proratedAmount,
    prorated_amount_id: proratedAmount === null ? null : newId(),
  }
}

export async function updateSubscription(
  tx: Tx,
  key: CustomerScopedId,
  { values, isProrationSet }: { values: SubscriptionValues; isProrationSet: boolean },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      ...rowOf(values),
      // Otherwise what was billed stays, to come back when its invoice is voided.
      ...(isProrationSet ? prorationColumns(values.proratedAmount) : {}),
      updated_at: now,
    })
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .execute()
}

export async function updateParties(
  tx: Tx,
  key: CustomerScopedId,
  { planId, agentId }: { planId: string; agentId: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ plan_id: planId, agent_id: agentId, updated_at: now })
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .execute()
}

/**
 * Writes a subscription anew for another customer, with all that is stored of it. What the first
 * customer had stays as a deleted row, for its void invoices.
 */
export async function moveSubscription(
  tx: Tx,
  key: CustomerScopedId,
  customerId: string,
  now: Date,
): Promise<void> {
  const row = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .executeTakeFirstOrThrow()
  const moved = {
    ...row,
    customer_id: customerId,
    subscription_details: JSON.stringify(row.subscription_details),
    metadata: JSON.stringify(row.metadata),
  }
  // It may come back to a customer that had it before.
  await tx
    .insertInto('subscriptions')
    .values(moved)
    .onConflict((conflict) => conflict.columns(['customer_id', 'id']).doUpdateSet(moved))
    .execute()
  await markSubscriptionDeleted(tx, key, now)
}

export async function markSubscriptionDeleted(
  tx: Tx,
  key: CustomerScopedId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ deleted_at: now, updated_at: now })
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .execute()
}

export type MovedLifetime = Lifetime & { id: string; status: SubscriptionStatus }

/** The same dates as other instants, for several subscriptions of a customer at once. */
export async function updateLifetimes(
  tx: Tx,
  { organizationId, customerId }: Omit<CustomerScopedId, 'id'>,
  moved: readonly MovedLifetime[],
  now: Date,
): Promise<void> {
  const ids = moved.map(({ id }) => id)
  const statuses = moved.map(({ status }) => status)
  const starts = moved.map(({ startsAt }) => startsAt.toISOString())
  const ends = moved.map(({ endsAt }) => endsAt?.toISOString() ?? null)
  await sql`
    update subscriptions
    set starts_at = moved.starts_at, ends_at = moved.ends_at, status = moved.status,
      next_period_end = moved.starts_at,
      updated_at = ${now}::timestamptz
    from unnest(${ids}::uuid[], ${statuses}::text[], ${starts}::timestamptz[],
      ${ends}::timestamptz[]) as moved (id, status, starts_at, ends_at)
    where subscriptions.customer_id = ${customerId} and subscriptions.id = moved.id
      and subscriptions.organization_id = ${organizationId}`.execute(tx)
}
