import { ZERO } from '../../domain/money.ts'
import { forAll } from '../../platform/batching/for-all.ts'
import type { Tx } from '../../platform/database.ts'
import type { Moment } from '../clock/business-clock.ts'
import { amountDue, type Invoice } from '../invoices/invoice.ts'
import { lockInvoice } from '../invoices/ledger.ts'
import { moveInvoice } from '../invoices/status/move.ts'
import type { CustomerEvent } from '../outbox/event.ts'
import { type ConsumerDeps, unlessNoAddress } from './consumer.ts'
import { type MailOfEvent, queueInvoice, queueReminder } from './send-mail.ts'

/**
 * Maximum number of emails per batch. A larger batch would save statements, but each batch locks
 * all of its invoices.
 */
export const MAIL_BATCH_SIZE = 25

/**
 * Writes the emails that the clock triggered: with an invoice that it issued, or as a reminder.
 * They reflect the state at the time of writing, so a paid or void invoice causes no demand for
 * payment. An email without a recipient is not retried; the invoice and the log record it.
 */
export async function sendMailsOfClock(
  deps: ConsumerDeps,
  events: readonly CustomerEvent[],
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

const isReminder = ({ type }: CustomerEvent) => type === 'invoice.reminder_due'

/** An invoice without a recipient, and the log message about it. */
type Unsent = { invoice: Invoice; message: string }

async function sendMail(tx: Tx, deps: ConsumerDeps, event: CustomerEvent): Promise<Unsent[]> {
  const invoice = await lockInvoice(tx, event)
  if (!invoice) return []
  const moment = { now: deps.now(), businessNow: event.happenedAt }
  const mail = { invoice, emailId: event.eventId }
  const message = await (isReminder(event) ? remind : mailIssued)(tx, deps, mail, moment)
  return message === null ? [] : [{ invoice, message }]
}

/** Resolves with null on success, otherwise with the log message. */
type Written = Promise<string | null>

async function remind(tx: Tx, deps: ConsumerDeps, mail: MailOfEvent, moment: Moment): Written {
  const { status } = mail.invoice
  if (status !== 'issued' && status !== 'overdue') return null
  if (amountDue(mail.invoice).lte(ZERO)) return null
  const isMailed = await unlessNoAddress(queueReminder(tx, deps, mail, moment))
  return isMailed ? null : 'not reminded: the customer has no email address'
}

async function mailIssued(tx: Tx, deps: ConsumerDeps, mail: MailOfEvent, moment: Moment): Written {
  const { invoice } = mail
  if (invoice.status === 'void') return null
  if (await unlessNoAddress(queueInvoice(tx, deps, { ...mail, options: {} }, moment))) return null
  // The customer had an address when the invoice was issued.
  const unsent = { to: invoice.status, values: { issuedWithoutEmail: true } }
  await moveInvoice(tx, invoice, unsent, moment)
  return 'issued without a mail: the customer has no email address'
}
