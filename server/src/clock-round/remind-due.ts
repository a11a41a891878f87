import { ZERO } from '../domain/money.ts'
import type { ClockScope, Moment } from '../features/clock/business-clock.ts'
import { nextReminderAt } from '../features/delivery/reminders.ts'
import { amountDue } from '../features/invoices/invoice.ts'
import { lockInvoice } from '../features/invoices/ledger.ts'
import { deferReminder } from '../features/invoices/overdue.ts'
import { outbox } from '../features/outbox/outbox.ts'
import type { BillingDeps } from './deps.ts'
import { listInvoicesDueAt } from './queries.ts'
import { sweep } from './sweep.ts'

/**
 * Decides to remind of what is unpaid, on the days after the due date that the organization chose;
 * the mail follows from that.
 */
export function remindDue(deps: BillingDeps, scope: ClockScope, moment: Moment): Promise<number> {
  return sweep(deps.log, {
    name: 'remind',
    list: (page) => listInvoicesDueAt(deps.db, scope, { column: 'remindAt', ...page }),
    handle: (due) =>
      deps.db.transaction().execute(async (tx) => {
        const invoice = await lockInvoice(tx, due)
        if (!invoice || amountDue(invoice).lte(ZERO)) return
        if (invoice.status !== 'issued' && invoice.status !== 'overdue') return
        const remindAt = await nextReminderAt(tx, invoice, moment.businessNow)
        const isMine = await deferReminder(
          tx,
          invoice,
          { expected: due.dueAt, remindAt },
          moment.now,
        )
        if (!isMine) return
        const { organizationId, customerId, id } = invoice
        const event = { type: 'invoice.reminder_due' as const, organizationId, customerId, id }
        await outbox(tx, event, moment)
      }),
  })
}
