import { ZERO } from '../domain/money.ts'
import type { ClockScope, Moment } from '../features/clock/business-clock.ts'
import { nextReminderAt } from '../features/delivery/reminders.ts'
import { amountDue, type Invoice } from '../features/invoices/invoice.ts'
import { lockInvoice } from '../features/invoices/ledger.ts'
import { deferReminder } from '../features/invoices/status/overdue.ts'
import { publishEvent } from '../features/outbox/outbox.ts'
import { forAll } from '../platform/batching/for-all.ts'
import type { Tx } from '../platform/database.ts'
import type { BillingDeps } from './deps.ts'
import { listInvoicesDueAt } from './queries.ts'
import { BILLING_BATCH_SIZE, sweep } from './sweep.ts'

/**
 * Records that a reminder is due for unpaid invoices, on the days after the due date that the
 * organization chose. The email follows from that event.
 */
export function remindDue(deps: BillingDeps, scope: ClockScope, moment: Moment): Promise<number> {
  return sweep(deps, {
    name: 'remind',
    list: (page) => listInvoicesDueAt(deps.db, scope, { column: 'remindAt', ...page }),
    batchSize: BILLING_BATCH_SIZE,
    handle: (due) =>
      deps.db.transaction().execute(async (tx) => {
        const held = await forAll(due, async (one) => ({
          invoice: await lockInvoice(tx, one),
          expected: one.dueAt,
        }))
        await forAll(held, ({ invoice, expected }) => remind(tx, invoice, expected, moment))
      }),
  })
}

async function remind(
  tx: Tx,
  invoice: Invoice | undefined,
  expected: Date,
  moment: Moment,
): Promise<void> {
  if (!invoice || amountDue(invoice).lte(ZERO)) return
  if (invoice.status !== 'issued' && invoice.status !== 'overdue') return
  const remindAt = await nextReminderAt(tx, invoice, moment.businessNow)
  const { organizationId, customerId, id } = invoice
  const key = { organizationId, customerId, id }
  const isMine = await deferReminder(tx, { ...key, expected, remindAt, now: moment.now })
  if (isMine) await publishEvent(tx, { ...key, type: 'invoice.reminder_due' }, moment)
}
