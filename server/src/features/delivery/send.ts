import { ZERO } from '../../domain/money.ts'
import { dueDateOf } from '../../domain/time/due-date.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { recomputeDraft } from '../billing/finalize.ts'
import type { Moment } from '../clock/business-clock.ts'
import { messageIdOf } from '../emails/queue.ts'
import { findLatestEmail } from '../emails/service.ts'
import { amountDue, type Invoice, isOfSubscription } from '../invoices/invoice.ts'
import { findInvoice, lockInvoice } from '../invoices/ledger.ts'
import { partiesOf } from '../invoices/parties/parties.ts'
import { moveInvoice } from '../invoices/status/move.ts'
import { findLatestEvent } from '../outbox/outbox.ts'
import { nextReminderAt } from './reminders.ts'
import {
  findAddress,
  type MailDeps,
  type QueuedMail,
  queueInvoice,
  type SendOptions,
} from './send-mail.ts'
import { findIssueTerms, type IssueTerms } from './send-queries.ts'
import type { InvoiceSend, InvoiceSendResult } from './send-schemas.ts'
import { sendWarnings } from './send-warnings.ts'

export type SendDeps = MailDeps & { db: Db }

/**
 * Queues the email with an invoice. A draft is recomputed one last time; a draft or pending invoice
 * is issued. An issued invoice keeps its dates and is sent again.
 */
export async function sendInvoice(
  deps: SendDeps,
  {
    organizationId,
    id,
    options,
  }: { organizationId: string; id: string; options: InvoiceSend & { isRequested: boolean } },
  moment: Moment,
): Promise<InvoiceSendResult> {
  const seen = (await findInvoice(deps.db, { organizationId, id })) ?? notFound('Invoice')
  refuseSettled(seen)
  return deps.db.transaction().execute((tx) => sendWithin(tx, deps, seen, options, moment))
}

/** Like `sendInvoice`, in the caller's transaction; `seen` is the invoice as read before. */
export async function sendWithin(
  tx: Tx,
  deps: MailDeps,
  seen: Invoice,
  options: SendOptions,
  moment: Moment,
): Promise<InvoiceSendResult> {
  refuseSettled(seen)
  // A draft becomes stale as soon as usage is recorded or a price changes.
  if (seen.status === 'draft') await recomputeOrRefuse(tx, seen, moment)
  const invoice = (await lockInvoice(tx, seen)) ?? notFound('Invoice')
  refuseSettled(invoice)
  if (isUnsent(invoice)) {
    return answerOf(tx, invoice, await issueInvoice(tx, deps, invoice, options, moment))
  }
  if (invoice.issuedWithoutEmail) {
    const sent = { to: invoice.status, values: { issuedWithoutEmail: false } }
    await moveInvoice(tx, invoice, sent, moment)
  } else if (isUnsent(seen)) {
    // Another request issued it while this one waited, so there is nothing left to do.
    return answerOf(tx, invoice, await sentMeanwhile(tx, deps, invoice))
  }
  return answerOf(tx, invoice, await queueInvoice(tx, deps, { invoice, options }, moment))
}

/**
 * Issues a draft or pending invoice that is locked by `lockInvoice`. Sets its dates and queues its
 * email in one transaction, so that no invoice is issued without its email. Throws NoAddress when
 * the customer has no email address.
 */
export async function issueInvoice(
  tx: Tx,
  deps: MailDeps,
  invoice: Invoice,
  options: SendOptions,
  moment: Moment,
): Promise<QueuedMail> {
  await moveToIssued(tx, invoice, { isMailed: true, isMailOwed: false }, moment)
  return queueInvoice(tx, deps, { invoice, options }, moment)
}

/**
 * Issues a pending invoice that is locked by `lockInvoice`, on behalf of the clock. Without an
 * email address it is issued anyway, so that it becomes due. Returns true when an email is owed,
 * which is written after the commit.
 */
export async function issueByClock(tx: Tx, invoice: Invoice, moment: Moment): Promise<boolean> {
  const isMailed = (await findAddress(tx, invoice)) !== null
  await moveToIssued(tx, invoice, { isMailed, isMailOwed: isMailed }, moment)
  return isMailed
}

async function moveToIssued(
  tx: Tx,
  invoice: Invoice,
  { isMailed, isMailOwed }: { isMailed: boolean; isMailOwed: boolean },
  moment: Moment,
): Promise<void> {
  const { businessNow } = moment
  const { autoCollectPayment, netTerms } = await issueTermsOf(tx, invoice)
  const { timezone } = (await partiesOf(tx, invoice)).buyer
  const dueDate = dueDateOf(businessNow, netTerms, timezone)
  const isDue = amountDue(invoice).gt(ZERO)
  // The collection of a pending invoice started when it became pending.
  const isCollected = isDue && autoCollectPayment && invoice.status === 'draft'
  const values = {
    issuedAt: businessNow,
    dueDate,
    netTerms,
    issuedWithoutEmail: !isMailed,
    remindAt: isDue ? await nextReminderAt(tx, { ...invoice, dueDate }, businessNow) : null,
    ...(invoice.finalizedAt === null ? { finalizedAt: businessNow } : {}),
    ...(isCollected ? { collectAt: businessNow } : {}),
  }
  await moveInvoice(tx, invoice, { to: 'issued', values, data: { isMailOwed } }, moment)
}

/**
 * Returns the terms of an invoice. Without a subscription, it has its own net terms and no
 * automatic collection.
 */
async function issueTermsOf(tx: Tx, invoice: Invoice): Promise<IssueTerms> {
  if (isOfSubscription(invoice)) return findIssueTerms(tx, invoice)
  return { autoCollectPayment: false, netTerms: invoice.netTerms }
}

/**
 * Recomputes a draft; an invoice without a subscription cannot be recomputed and stays unchanged.
 */
async function recomputeOrRefuse(tx: Tx, draft: Invoice, moment: Moment): Promise<void> {
  if (!isOfSubscription(draft)) return
  const { kind } = await recomputeDraft(tx, draft, moment)
  if (kind !== 'nothing_left') return
  throw new AppError(
    'conflict',
    `Nothing is left to bill on invoice ${draft.invoiceNumber}: its subscription no longer covers ` +
      'its period, or another invoice has settled it; void it',
  )
}

function isUnsent({ status }: Invoice): boolean {
  return status === 'draft' || status === 'pending'
}

function refuseSettled({ invoiceNumber, status }: Invoice): void {
  if (status === 'paid' || status === 'void' || status === 'refunded') {
    const why = `Invoice ${invoiceNumber} is ${status}; only an unpaid invoice can be sent`
    throw new AppError('invoice_not_sendable', why)
  }
}

async function sentMeanwhile(tx: Tx, { mailer }: MailDeps, invoice: Invoice): Promise<QueuedMail> {
  const { organizationId, id, invoiceNumber } = invoice
  const key = { organizationId, invoiceId: id, kind: 'invoice' as const }
  const email = await findLatestEmail(tx, key)
  if (email) return { messageId: email.messageId, recipient: email.to }
  // The clock has issued it, and its email will be written shortly.
  const event = await findLatestEvent(tx, { organizationId, id, type: 'invoice.issued' })
  const recipient = await findAddress(tx, invoice)
  if (event?.data.isMailOwed === true && recipient !== null) {
    return { messageId: messageIdOf(event.eventId, mailer.from), recipient }
  }
  throw new AppError('changed_meanwhile', `Invoice ${invoiceNumber} was changed; retry`)
}

async function answerOf(tx: Tx, invoice: Invoice, { messageId, recipient }: QueuedMail) {
  const { invoiceNumber } = invoice
  const warnings = sendWarnings((await partiesOf(tx, invoice)).seller)
  return {
    success: true,
    message: `Invoice ${invoiceNumber} is on its way to ${recipient}`,
    emailId: messageId,
    recipientEmail: recipient,
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}
