import { sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'

export type Deferral = {
  /** The value of `collect_at` that the job read; a different value means a concurrent change. */
  expected: Date
  /** Null: no further automatic attempt. */
  collectAt: Date | null
  isAttempt: boolean
}

/** Schedules the next collection; returns false if `collect_at` was changed concurrently. */
export async function deferCollection(
  db: Db,
  { organizationId, customerId, id }: CustomerScopedId,
  { expected, collectAt, isAttempt }: Deferral,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update invoices set collect_at = ${collectAt}::timestamptz,
      collect_attempts = collect_attempts + ${isAttempt ? 1 : 0}::integer,
      version = version + 1, updated_at = ${now}::timestamptz
    where customer_id = ${customerId} and id = ${id} and organization_id = ${organizationId}
      and collect_at = ${expected}::timestamptz`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Restarts automatic collection of a customer's open invoices after attempts had stopped, with the
 * attempt count reset. Applies to subscriptions with automatic payment only.
 */
export async function resumeCollection(
  db: Db,
  { organizationId, customerId }: Omit<CustomerScopedId, 'id'>,
  { now, businessNow }: Moment,
): Promise<void> {
  await sql`
    update invoices set collect_at = ${businessNow}::timestamptz, collect_attempts = 0,
      version = version + 1, updated_at = ${now}::timestamptz
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and status in ('issued', 'overdue') and collect_at is null
      and subscription_id in (
        select id from subscriptions
        where customer_id = ${customerId} and organization_id = ${organizationId}
          and auto_collect_payment
      )`.execute(db)
}
