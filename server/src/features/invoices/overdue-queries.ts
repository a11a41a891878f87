import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type ClockScope, isInScope, type Moment } from '../organizations/business-clock.ts'

/** Issued invoices whose due date has come become overdue. Returns how many. */
export async function markOverdue(db: Db, scope: ClockScope, { now }: Moment): Promise<number> {
  const { numAffectedRows } = await sql`
    update invoices set status = 'overdue', updated_at = ${now}::timestamptz
    where status = 'issued' and due_date <= ${scope.now}::timestamptz
      and total > amount_paid and ${isInScope(scope)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** An issued invoice of which nothing is to be paid is paid. */
export async function settleEmpty(db: Db, scope: ClockScope, { now }: Moment): Promise<void> {
  await sql`
    update invoices set status = 'paid', paid_at = ${scope.now}::timestamptz,
      collect_at = null, remind_at = null, updated_at = ${now}::timestamptz
    where status = 'issued' and total <= amount_paid and ${isInScope(scope)}`.execute(db)
}
