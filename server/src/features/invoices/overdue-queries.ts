import { sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { type ClockScope, isInScope, type Moment } from '../clock/business-clock.ts'

/** Issued invoices whose due date has come become overdue. Returns how many. */
export async function markOverdue(db: Db, scope: ClockScope, { now }: Moment): Promise<number> {
  const { numAffectedRows } = await sql`
    update invoices set status = 'overdue', updated_at = ${now}::timestamptz
    where status = 'issued' and due_date <= ${scope.now}::timestamptz
      and total > amount_paid - amount_refunded and ${isInScope(scope)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** An issued invoice of which nothing is to be paid is paid. */
export async function settleEmpty(db: Db, scope: ClockScope, { now }: Moment): Promise<void> {
  await sql`
    update invoices set status = 'paid', paid_at = ${scope.now}::timestamptz,
      collect_at = null, remind_at = null, updated_at = ${now}::timestamptz
    where status = 'issued' and total <= amount_paid - amount_refunded and ${isInScope(scope)}`.execute(
    db,
  )
}

/** Says when the customer is reminded next; false when somebody else has just reminded it. */
export async function deferReminder(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
  { expected, remindAt }: { expected: Date; remindAt: Date | null },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update invoices set remind_at = ${remindAt}::timestamptz, updated_at = ${now}::timestamptz
    where customer_id = ${customerId} and id = ${id} and organization_id = ${organizationId}
      and remind_at = ${expected}::timestamptz`.execute(tx)
  return numAffectedRows === 1n
}
