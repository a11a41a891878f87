import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Lifetime, SubscriptionStatus } from '../../../domain/subscription-status.ts'
import { RAISED_VERSION } from '../../../platform/database/raised-version.ts'
import type { Tx } from '../../../platform/database.ts'
import { newId } from '../../../platform/id.ts'
import { pick } from '../../../platform/pick.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { markEarnings } from '../../earning-marks/mark.ts'
import type { SuccessorRow } from '../plan-changes/successor-row.ts'
import { FIELD_NAMES } from '../terms/fields.ts'
import type { SubscriptionValues } from '../terms/values.ts'

/** Picks the columns by name, because callers pass objects with additional properties. */
function toRow({ status, moved, startsAt, endsAt, ...values }: SubscriptionValues) {
  const { proratedAmount: _setByItself, ...fields } = pick(values, FIELD_NAMES)
  return {
    ...fields,
    subscriptionDetails: JSON.stringify(fields.subscriptionDetails),
    metadata: JSON.stringify(fields.metadata),
    status,
    startsAt,
    endsAt,
    anchorDate: moved?.anchorDate ?? null,
    movedPeriodDate: moved?.periodDate ?? null,
    // Due at the start; the billing job then computes the actual end of the next period.
    nextPeriodEnd: startsAt,
  }
}

export async function insertSubscription(
  tx: Tx,
  key: CustomerScopedId & { planId: string; agentId: string },
  values: SubscriptionValues,
  { now, businessNow }: Moment,
  successor?: SuccessorRow,
): Promise<void> {
  await tx
    .insertInto('subscriptions')
    .values({
      ...key,
      ...toRow(values),
      ...prorationColumns(values.proratedAmount),
      ...successor,
      invoicedFrom: businessNow,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  await markEarnings(tx, key.organizationId, [{ customerId: key.customerId }], now)
}

/** A new setting of `proratedAmount`, which is billed once; null removes an unbilled one. */
function prorationColumns(proratedAmount: Decimal | null) {
  return {
    proratedAmount,
    proratedAmountId: proratedAmount === null ? null : newId(),
  }
}

export async function updateSubscription(
  tx: Tx,
  key: CustomerScopedId,
  { values, isProrationSet }: { values: SubscriptionValues; isProrationSet: boolean },
  { now, businessNow }: Moment,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      ...toRow(values),
      // Due now, so that the billing job checks it again. An earlier due time stays, for example
      // the month end after the subscription's end.
      nextPeriodEnd: sql<Date>`greatest(${values.startsAt}::timestamptz,
        least(next_period_end, ${businessNow}::timestamptz))`,
      // Otherwise a billed setting is kept: it becomes unbilled if its invoice is voided.
      ...(isProrationSet ? prorationColumns(values.proratedAmount) : {}),
      ...RAISED_VERSION,
      updatedAt: now,
    })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .execute()
  await markEarnings(tx, key.organizationId, [{ customerId: key.customerId }], now)
}

export async function updateParties(
  tx: Tx,
  key: CustomerScopedId,
  { planId, agentId }: { planId: string; agentId: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ planId, agentId, ...RAISED_VERSION, updatedAt: now })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .execute()
  await markEarnings(tx, key.organizationId, [{ customerId: key.customerId }], now)
}

/**
 * Copies a subscription with all its stored values to another customer. The first customer's row
 * remains, marked deleted, for its void invoices.
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
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .executeTakeFirstOrThrow()
  const { customerId: _before, id, ...kept } = row
  const moved = {
    ...kept,
    version: row.version + 1,
    subscriptionDetails: JSON.stringify(row.subscriptionDetails),
    metadata: JSON.stringify(row.metadata),
  }
  // An upsert, because a subscription may return to an earlier customer. Citus does not allow
  // updating a row's `customer_id`.
  await tx
    .insertInto('subscriptions')
    .values({ ...moved, customerId, id })
    .onConflict((conflict) => conflict.columns(['customerId', 'id']).doUpdateSet(moved))
    .execute()
  await markEarnings(tx, key.organizationId, [{ customerId }], now)
  await markSubscriptionDeleted(tx, key, now)
}

export async function markSubscriptionDeleted(
  tx: Tx,
  key: CustomerScopedId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ deletedAt: now, ...RAISED_VERSION, updatedAt: now })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .execute()
  await markEarnings(tx, key.organizationId, [{ customerId: key.customerId }], now)
}

export type MovedLifetime = Lifetime & { id: string; status: SubscriptionStatus }

/** Updates several subscriptions of a customer whose dates now fall on other instants. */
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
      version = version + 1, updated_at = ${now}::timestamptz
    from unnest(${ids}::uuid[], ${statuses}::text[], ${starts}::timestamptz[],
      ${ends}::timestamptz[]) as moved (id, status, starts_at, ends_at)
    where subscriptions.customer_id = ${customerId} and subscriptions.id = moved.id
      and subscriptions.organization_id = ${organizationId}`.execute(tx)
  await markEarnings(tx, organizationId, [{ customerId }], now)
}

/** Raises the version of a subscription of which something changed that its row does not hold. */
export async function raiseVersion(tx: Tx, key: CustomerScopedId, now: Date): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ ...RAISED_VERSION, updatedAt: now })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
    .execute()
}
