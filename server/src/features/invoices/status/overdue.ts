import { type SqlBool, sql } from 'kysely'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { askedRows } from '../../../platform/batching/asked-rows.ts'
import { batched } from '../../../platform/batching/batched.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { type ClockScope, isInScope, type Moment } from '../../clock/business-clock.ts'
import { moveInvoices } from './move.ts'

/** Marks issued invoices overdue once their due date has come, except top-ups. Returns the count. */
export async function markOverdue(db: Db, scope: ClockScope, moment: Moment): Promise<number> {
  const where = sql<SqlBool>`due_date <= ${scope.now}::timestamptz
    and kind <> 'top_up' and total > amount_paid - amount_refunded and ${isInScope(scope)}`
  const overdue = { from: 'issued', to: 'overdue', values: {}, where } as const
  return (await moveInvoices(db, overdue, moment)).length
}

/** Marks issued invoices paid if nothing is due on them. */
export async function markEmptyPaid(db: Db, scope: ClockScope, moment: Moment): Promise<void> {
  const where = sql<SqlBool>`total <= amount_paid - amount_refunded and ${isInScope(scope)}`
  const values = { paidAt: scope.now, collectAt: null, remindAt: null }
  await moveInvoices(db, { from: 'issued', to: 'paid', values, where }, moment)
}

type Reminder = CustomerScopedId & { expected: Date; remindAt: Date | null; now: Date }

/** Schedules the next reminder; returns false if another process changed the schedule first. */
export const deferReminder = batched(
  async (tx: Tx, reminders: readonly Reminder[]): Promise<boolean[]> => {
    const asked = askedRows(reminders, {
      customerId: ['uuid', (one) => one.customerId],
      id: ['uuid', ({ id }) => id],
      organizationId: ['uuid', (one) => one.organizationId],
      expected: ['timestamptz', ({ expected }) => expected],
      remindAt: ['timestamptz', ({ remindAt }) => remindAt],
      updatedAt: ['timestamptz', ({ now }) => now],
    })
    const { rows } = await sql<{ id: string }>`
      update invoices set remind_at = asked.remind_at, version = invoices.version + 1,
        updated_at = asked.updated_at
      from ${asked}
      where invoices.customer_id = asked.customer_id and invoices.id = asked.id
        and invoices.organization_id = asked.organization_id
        and invoices.remind_at = asked.expected
        and invoices.customer_id = any(${reminders.map((one) => one.customerId)}::uuid[])
      returning invoices.id`.execute(tx)
    const ids = new Set(rows.map(({ id }) => id))
    return reminders.map(({ id }) => ids.has(id))
  },
)
