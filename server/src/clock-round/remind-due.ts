import { ZERO } from '../domain/money.ts'
import type { ClockScope, Moment } from '../features/clock/business-clock.ts'
import { nextReminderAt } from '../features/delivery/reminders.ts'
import { queueReminder } from '../features/delivery/send.ts'
import { NoAddress } from '../features/delivery/send-mail.ts'
import { amountDue, type Invoice } from '../features/invoices/invoice.ts'
import { deferReminder } from '../features/invoices/overdue-queries.ts'
import { lockInvoice } from '../features/invoices/queries.ts'
import type { Tx } from '../platform/database.ts'
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
        if (isMine) await remind(tx, deps, invoice, moment)
      }),
  })
}

/** Nobody to remind, as where an invoice went to an address of its own, is nothing to try again. */
async function remind(tx: Tx, deps: BillingDeps, invoice: Invoice, moment: Moment) {
  try {
    await queueReminder(tx, deps, { invoice }, moment)
  } catch (error) {
    if (!(error instanceof NoAddress)) throw error
    deps.log.warn({ invoiceId: invoice.id }, 'not reminded: the customer has no e-mail address')
  }
}
