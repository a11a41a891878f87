import { type SqlBool, sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { type ClockScope, isInScope, type Moment } from '../clock/business-clock.ts'
import { moveInvoices } from './move.ts'

/** Issued invoices whose due date has come become overdue. Returns how many. */
export async function markOverdue(db: Db, scope: ClockScope, moment: Moment): Promise<number> {
  const where = sql<SqlBool>`due_date <= ${scope.now}::timestamptz
    and total > amount_paid - amount_refunded and ${isInScope(scope)}`
  const overdue = { from: 'issued', to: 'overdue', values: {}, where } as const
  return (await moveInvoices(db, overdue, moment)).length
}

/** An issued invoice of which nothing is to be paid is paid. */
export async function settleEmpty(db: Db, scope: ClockScope, moment: Moment): Promise<void> {
  const where = sql<SqlBool>`total <= amount_paid - amount_refunded and ${isInScope(scope)}`
  const values = { paidAt: scope.now, collectAt: null, remindAt: null }
  await moveInvoices(db, { from: 'issued', to: 'paid', values, where }, moment)
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
