import { ZERO } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import { amountDue, type Invoice } from '../invoices/invoice.ts'
import { lockInvoice } from '../invoices/ledger.ts'
import { moveInvoice } from '../invoices/status/move.ts'
import type { OutboxEvent } from '../outbox/event.ts'
import { type ConsumerDeps, unlessNoAddress } from './consumer.ts'
import { type MailOfEvent, queueInvoice, queueReminder } from './send-mail.ts'

/**
 * Writes the mails that the clock has decided on: with an invoice that it has issued, or to remind of
 * one. They say what is true when they are written, so nobody is asked for what is paid or void by
 * then. Nobody to mail it to is nothing to try again: the invoice says so, and so does the log.
 */
export async function sendMailOfClock(deps: ConsumerDeps, event: OutboxEvent): Promise<void> {
  const isReminder = event.type === 'invoice.reminder_due'
  if (!isReminder && event.data.isMailOwed !== true) return
  await deps.db.transaction().execute(async (tx) => {
    const invoice = await lockInvoice(tx, event)
    if (!invoice) return
    const moment = { now: deps.now(), businessNow: event.happenedAt }
    const mail = { invoice, emailId: event.eventId }
    if (isReminder) await remind(tx, deps, mail, moment)
    else await mailIssued(tx, deps, mail, moment)
  })
}

async function remind(tx: Tx, deps: ConsumerDeps, mail: MailOfEvent, moment: Moment) {
  const { status } = mail.invoice
  if (status !== 'issued' && status !== 'overdue') return
  if (amountDue(mail.invoice).lte(ZERO)) return
  const isMailed = await unlessNoAddress(queueReminder(tx, deps, mail, moment))
  if (!isMailed) warn(deps, mail.invoice, 'not reminded: the customer has no e-mail address')
}

async function mailIssued(tx: Tx, deps: ConsumerDeps, mail: MailOfEvent, moment: Moment) {
  const { invoice } = mail
  if (invoice.status === 'void') return
  if (await unlessNoAddress(queueInvoice(tx, deps, { ...mail, options: {} }, moment))) return
  // It had one when it was issued.
  const unsent = { to: invoice.status, values: { issuedWithoutEmail: true } }
  await moveInvoice(tx, invoice, unsent, moment)
  warn(deps, invoice, 'issued without a mail: the customer has no e-mail address')
}

function warn({ log }: ConsumerDeps, { id, organizationId }: Invoice, message: string): void {
  log.warn({ invoiceId: id, organizationId }, message)
}
