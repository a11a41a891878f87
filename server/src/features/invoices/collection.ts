import { sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'

export type Deferral = {
  /** What the job found; if it is no longer so, somebody else has seen to it. */
  expected: Date
  /** Null: not by itself any more. */
  collectAt: Date | null
  isAttempt: boolean
}

/** Says when an invoice is collected next; false when it is no longer as expected. */
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
 * Has the open invoices of a customer that were given up collected again from now on, with as many
 * attempts as at first: those of subscriptions that pay by themselves.
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
