import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { EmailKind } from '../emails/email.ts'
import { queueEmail } from '../emails/queue.ts'
import { type Invoice, isTopUp } from '../invoices/invoice.ts'
import {
  type DocumentConfig,
  getInvoiceDocument,
  type InvoiceDocument,
} from './documents/document.ts'
import {
  type InvoiceMailOptions,
  invoiceMail,
  type MailContent,
  receiptMail,
  reminderMail,
  topUpReceiptMail,
} from './documents/mail/mail.ts'
import { findRecipients } from './recipients.ts'

export type MailDeps = {
  /** `mailLimit`: emails that an organization may request in an hour; 0 means unlimited. */
  config: DocumentConfig & { mailLimit: number }
  mailer: Mailer
}

export type SendOptions = InvoiceMailOptions & {
  recipientEmail?: string | undefined
  /** True for a request of the API, which is limited; the clock sends whatever is due. */
  isRequested?: boolean | undefined
}

export type QueuedMail = { messageId: string; recipient: string }

/** Queues the email with the invoice, in its state in the transaction. */
export function queueInvoice(
  tx: Tx,
  deps: MailDeps,
  { invoice, options, emailId }: MailOfEvent & { options: SendOptions },
  moment: Moment,
): Promise<QueuedMail> {
  const contentOf = (document: InvoiceDocument) => invoiceMail(document, options)
  const { recipientEmail, isRequested } = options
  const about = { invoice, contentOf, recipientEmail, isRequested, emailId }
  const mail: Mail = { ...about, kind: 'invoice' }
  return queueMail(tx, deps, mail, moment)
}

export type MailOfEvent = Pick<Mail, 'invoice' | 'emailId'>

/** Queues a reminder of an overdue invoice; the caller sets the time of the next one. */
export function queueReminder(
  tx: Tx,
  deps: MailDeps,
  mail: MailOfEvent,
  moment: Moment,
): Promise<QueuedMail> {
  return queueMail(tx, deps, { ...mail, kind: 'reminder', contentOf: reminderMail }, moment)
}

/** Queues the receipt for an online payment, also that of a top-up. */
export function queueReceipt(
  tx: Tx,
  deps: MailDeps,
  mail: MailOfEvent,
  moment: Moment,
): Promise<QueuedMail> {
  const contentOf = isTopUp(mail.invoice) ? topUpReceiptMail : receiptMail
  return queueMail(tx, deps, { ...mail, kind: 'receipt', contentOf }, moment)
}

/** Queues a notice; the caller supplies its texts. */
export function queueNotice(
  tx: Tx,
  deps: MailDeps,
  notice: Omit<Mail, 'recipientEmail'>,
  moment: Moment,
): Promise<QueuedMail> {
  return queueMail(tx, deps, notice, moment)
}

type Mail = {
  invoice: Invoice
  kind: EmailKind
  contentOf: (document: InvoiceDocument) => MailContent
  recipientEmail?: string | undefined
  isRequested?: boolean | undefined
  /** The id of the event that caused the email, so that it is written only once. */
  emailId?: string | undefined
}

async function queueMail(
  tx: Tx,
  { config, mailer }: MailDeps,
  { invoice, kind, contentOf, recipientEmail, isRequested = false, emailId }: Mail,
  { now, businessNow }: Moment,
): Promise<QueuedMail> {
  const { organizationId, customerId, id } = invoice
  const [{ copies, ...addresses }, document] = await Promise.all([
    findRecipients(tx, invoice),
    getInvoiceDocument(tx, config, { organizationId, customerId, id }),
  ])
  const to = recipientEmail ?? addressOf(addresses)
  if (to === null) throw noAddress(invoice)
  const content = contentOf(document)
  const limitPerHour = isRequested ? config.mailLimit : null
  const parties = { from: mailer.from, limitPerHour, to, cc: copies, organizationId, customerId }
  const { messageId } = await queueEmail(
    tx,
    { ...parties, ...content, id: emailId, invoiceId: id, kind, businessAt: businessNow },
    now,
  )
  return { messageId, recipient: to }
}

type Addresses = { email: string | null; billingContactEmail: string | null }

/** Returns the default recipient of emails about invoices. */
function addressOf({ email, billingContactEmail }: Addresses): string | null {
  return email ?? billingContactEmail
}

/** Returns the customer's current email address; null when there is none. */
export async function findAddress(tx: Tx, invoice: Invoice): Promise<string | null> {
  return addressOf(await findRecipients(tx, invoice))
}

/** An expected error when sending an invoice, which the operator can fix. */
export class NoAddress extends AppError {}

function noAddress({ invoiceNumber }: Invoice): NoAddress {
  return new NoAddress(
    'invoice_not_sendable',
    `The customer of invoice ${invoiceNumber} has no email address: ` +
      'set its email or billingContactEmail, or send recipientEmail',
  )
}
