import { sql } from 'kysely'
import { NOTICE_DAYS } from '../domain/control/credit-alerts.ts'
import type { CustomerScopedId } from '../domain/scoped-id.ts'
import { type ClockScope, isInScope } from '../features/clock/business-clock.ts'
import type { Db, Tx } from '../platform/database.ts'
import type { Cursor } from './queries.ts'

/** An expired grant whose rest is to be booked. */
export type ClosingGrant = CustomerScopedId & {
  /** None: a grant belongs to the customer. */
  subscriptionId: null
  expiresAt: Date
  dueAt: Date
}

/** Lists expired grants whose rest is not booked yet. */
export async function listClosingGrants(
  db: Db,
  scope: ClockScope,
  { cursor, limit }: { cursor: Cursor; limit: number },
): Promise<ClosingGrant[]> {
  const behind = cursor
    ? sql`and (closes_at, id) > (${cursor.dueAt}::timestamptz, ${cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<ClosingGrant>`
    select customer_id, id, organization_id, null as subscription_id, expires_at,
      closes_at as due_at
    from credit_grants
    where closes_at <= ${scope.now}::timestamptz and ${isInScope(scope)} ${behind}
    order by closes_at, id limit ${limit}`.execute(db)
  return rows
}

/**
 * Returns true if an ended period of the customer before the expiry still gets its invoice: there is
 * a draft, or a subscription that the billing job has not checked.
 */
export async function isToBeInvoiced(
  tx: Tx,
  { organizationId, customerId, expiresAt }: ClosingGrant,
  businessNow: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select exists (select from invoices
      where customer_id = ${customerId} and organization_id = ${organizationId}
        and status = 'draft' and period_start < ${expiresAt}::timestamptz)
      or exists (select from subscriptions
        where customer_id = ${customerId} and organization_id = ${organizationId}
          and next_period_end <= ${businessNow}::timestamptz and deleted_at is null) as is_open`.execute(
    tx,
  )
  return rows[0]?.isOpen ?? false
}

/**
 * Returns the earliest time after `after` at which credit of the organization begins or expires, or a
 * notice of its expiry is due; null if there is none.
 */
export async function findNextCreditTime(
  db: Db,
  organizationId: string,
  after: Date,
): Promise<Date | null> {
  const expiries = [0, ...NOTICE_DAYS].map(
    (days) => sql`
      select min(expires_at) - make_interval(days => ${days}::integer) as at from credit_grants
      where organization_id = ${organizationId} and closes_at is not null
        and expires_at > ${after}::timestamptz + make_interval(days => ${days}::integer)`,
  )
  const begin = sql`select min(effective_at) as at from credit_grants
    where organization_id = ${organizationId} and effective_at > ${after}::timestamptz`
  const { rows } = await sql<{ at: Date | null }>`
    with times as (${sql.join([begin, ...expiries], sql` union all `)})
    select min(at) as at from times`.execute(db)
  return rows[0]?.at ?? null
}
