import { ZERO } from '../../domain/money.ts'
import { forAll } from '../../platform/batching/for-all.ts'
import type { Tx } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import { amountDue, type Invoice } from '../invoices/invoice.ts'
import { lockInvoice } from '../invoices/ledger.ts'
import { moveInvoice } from '../invoices/status/move.ts'
import type { OutboxEvent } from '../outbox/event.ts'
import { type ConsumerDeps, unlessNoAddress } from './consumer.ts'
import { type MailOfEvent, queueInvoice, queueReminder } from './send-mail.ts'

/** Enough that a statement for all of them costs little for each; their invoices are locked for so long. */
export const MAILED_TOGETHER = 25

/**
 * Writes the mails that the clock has decided on: with an invoice that it has issued, or to remind of
 * one. They say what is true when they are written, so nobody is asked for what is paid or void by
 * then. Nobody to mail it to is nothing to try again: the invoice says so, and so does the log.
 */
export async function sendMailsOfClock(
  deps: ConsumerDeps,
  events: readonly OutboxEvent[],
): Promise<void> {
  const owed = events.filter((event) => isReminder(event) || event.data.isMailOwed === true)
  if (owed.length === 0) return
  const unsent = await deps.db
    .transaction()
    .execute((tx) => forAll(owed, (event) => sendMail(tx, deps, event)))
  for (const { invoice, message } of unsent.flat()) {
    const { id: invoiceId, organizationId } = invoice
    deps.log.warn({ invoiceId, organizationId }, message)
  }
}

const isReminder = ({ type }: OutboxEvent) => type === 'invoice.reminder_due'

/** What nobody could be sent, and what the log says of it. */
type Unsent = { invoice: Invoice; message: string }

async function sendMail(tx: Tx, deps: ConsumerDeps, event: OutboxEvent): Promise<Unsent[]> {
  const invoice = await lockInvoice(tx, event)
  if (!invoice) return []
  const moment = { now: deps.now(), businessNow: event.happenedAt }
  const mail = { invoice, emailId: event.eventId }
  const message = await (isReminder(event) ? remind : mailIssued)(tx, deps, mail, moment)
  return message === null ? [] : [{ invoice, message }]
}

/** Null where all is well. */
type Written = Promise<string | null>

async function remind(tx: Tx, deps: ConsumerDeps, mail: MailOfEvent, moment: Moment): Written {
  const { status } = mail.invoice
  if (status !== 'issued' && status !== 'overdue') return null
  if (amountDue(mail.invoice).lte(ZERO)) return null
  const isMailed = await unlessNoAddress(queueReminder(tx, deps, mail, moment))
  return isMailed ? null : 'not reminded: the customer has no e-mail address'
}

async function mailIssued(tx: Tx, deps: ConsumerDeps, mail: MailOfEvent, moment: Moment): Written {
  const { invoice } = mail
  if (invoice.status === 'void') return null
  if (await unlessNoAddress(queueInvoice(tx, deps, { ...mail, options: {} }, moment))) return null
  // It had one when it was issued.
  const unsent = { to: invoice.status, values: { issuedWithoutEmail: true } }
  await moveInvoice(tx, invoice, unsent, moment)
  return 'issued without a mail: the customer has no e-mail address'
}
