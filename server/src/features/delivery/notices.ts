import { type Decimal, ZERO } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import { amountDue } from '../invoices/invoice.ts'
import { lockInvoice } from '../invoices/ledger.ts'
import { getSettings, type OrganizationSettings } from '../organizations/settings.ts'
import type { CustomerEvent } from '../outbox/event.ts'
import { findPayment } from '../payments/books/read.ts'
import { findRefund } from '../payments/refunds/read.ts'
import { type ConsumerDeps, unlessNoAddress } from './consumer.ts'
import type { InvoiceDocument } from './documents/document.ts'
import { formatMoney } from './documents/format.ts'
import type { MailContent } from './documents/mail/mail.ts'
import {
  confirmationMail,
  paymentMail,
  refundMail,
  voidMail,
} from './documents/mail/notice-mail.ts'
import { queueNotice } from './send-mail.ts'

/**
 * A manually recorded payment, a refund, a voided invoice that had been issued, or a top-up whose charge
 * the customer has to confirm.
 */
type Notice = { invoiceId: string } & (
  | { kind: 'payment' | 'refund'; amount: Decimal }
  | { kind: 'void' | 'invoice' }
)

/**
 * Notifies a customer of a payment, refund, void invoice, or charge to confirm. Sends nothing when the organization has
 * disabled it, or when the refund was reversed in between.
 */
export async function sendNotice(deps: ConsumerDeps, event: CustomerEvent): Promise<void> {
  const { organizationId, customerId } = event
  await deps.db.transaction().execute(async (tx) => {
    const notice = await noticeOf(tx, event)
    if (!notice || !SETTINGS[notice.kind](await getSettings(tx, organizationId))) return
    const invoice = await lockInvoice(tx, { organizationId, customerId, id: notice.invoiceId })
    if (!invoice) return
    // It was paid, or it has ended.
    if (notice.kind === 'invoice' && amountDue(invoice).lte(ZERO)) return
    const contentOf = contentFor(notice, invoice.currency)
    const mail = { invoice, kind: notice.kind, contentOf, emailId: event.eventId }
    const moment = { now: deps.now(), businessNow: event.happenedAt }
    await unlessNoAddress(queueNotice(tx, deps, mail, moment))
  })
}

const SETTINGS: Record<Notice['kind'], (settings: OrganizationSettings) => boolean> = {
  payment: ({ emailOnPayment }) => emailOnPayment,
  refund: ({ emailOnRefund }) => emailOnRefund,
  void: ({ emailOnVoid }) => emailOnVoid,
  invoice: () => true,
}

async function noticeOf(tx: Tx, event: CustomerEvent): Promise<Notice | undefined> {
  switch (event.type) {
    case 'payment.succeeded': {
      const payment = await findPayment(tx, event)
      // Online payments get a receipt instead.
      if (!payment || payment.provider !== null) return undefined
      return { kind: 'payment', invoiceId: payment.invoiceId, amount: payment.amount }
    }
    case 'refund.succeeded': {
      const refund = await findRefund(tx, event)
      // What a bank took back is no refund of the seller.
      if (refund?.status !== 'succeeded' || refund.isDispute) return undefined
      return { kind: 'refund', invoiceId: refund.invoiceId, amount: refund.amount }
    }
    case 'invoice.voided':
      // Customers who received the invoice are told that nothing is due.
      return event.data.wasIssued === true ? { kind: 'void', invoiceId: event.id } : undefined
    case 'top_up.confirmation_needed':
      return { kind: 'invoice', invoiceId: event.id }
    default:
      return undefined
  }
}

function contentFor(notice: Notice, currency: string) {
  return (document: InvoiceDocument): MailContent => {
    switch (notice.kind) {
      case 'payment':
        return paymentMail(document, formatMoney(notice.amount, currency))
      case 'refund':
        return refundMail(document, formatMoney(notice.amount, currency))
      case 'void':
        return voidMail(document)
      case 'invoice':
        return confirmationMail(document)
    }
  }
}
