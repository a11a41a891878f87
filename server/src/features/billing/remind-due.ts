import { ZERO } from '../../domain/money.ts'
import { amountDue } from '../invoices/invoice.ts'
import { deferReminder } from '../invoices/overdue-queries.ts'
import { lockInvoice } from '../invoices/queries.ts'
import { nextReminderAt } from '../invoices/reminders.ts'
import { queueReminder } from '../invoices/send.ts'
import type { ClockScope, Moment } from '../organizations/business-clock.ts'
import type { BillingDeps } from './deps.ts'
import { listInvoicesDueAt } from './queries.ts'
import { sweep } from './sweep.ts'

/** Reminds of what is unpaid, on the days after the due date that the organization chose. */
export function remindDue(deps: BillingDeps, scope: ClockScope, moment: Moment): Promise<number> {
  return sweep(deps.log, {
    name: 'remind',
    list: (page) => listInvoicesDueAt(deps.db, scope, { column: 'remind_at', ...page }),
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
        if (isMine) await queueReminder(tx, deps, invoice, moment)
      }),
  })
}
