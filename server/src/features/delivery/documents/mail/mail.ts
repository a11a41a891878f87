import type { InvoiceDocument } from '../document.ts'
import { renderHtml } from './html.ts'
import { renderText } from './plain-text.ts'
import type { MailWords } from './words.ts'

export type MailContent = { subject: string; html: string; text: string }

export type InvoiceMailOptions = { subject?: string | undefined; message?: string | undefined }

export function invoiceMail(
  document: InvoiceDocument,
  { subject, message }: InvoiceMailOptions,
): MailContent {
  const { number, seller, total, amountDue, dueDate, isDue } = document
  return contentOf(document, {
    subject: subject?.trim() || `Invoice ${number} from ${seller.name}`,
    preview: isDue ? `${amountDue} is due on ${dueDate}` : `Invoice for ${total}`,
    title: `Invoice ${number}`,
    lead: `${seller.name} has sent you an invoice for ${total}. It is attached as a PDF.`,
    message: message?.trim() || null,
    payLabel: `Pay ${amountDue}`,
    figure: isDue
      ? { amount: amountDue, about: `Due on ${dueDate}` }
      : { amount: total, about: `Invoice ${number}` },
  })
}

export function reminderMail(document: InvoiceDocument): MailContent {
  const { number, seller, amountDue, dueDate } = document
  return contentOf(document, {
    subject: `Reminder: invoice ${number} from ${seller.name} is overdue`,
    preview: `${amountDue} was due on ${dueDate}`,
    title: `Invoice ${number} is overdue`,
    lead:
      `${amountDue} was due on ${dueDate}, and we have not received it. ` +
      'If you have already paid, you can ignore this reminder.',
    message: null,
    payLabel: `Pay ${amountDue}`,
    figure: { amount: amountDue, about: `Was due on ${dueDate}` },
  })
}

export function receiptMail(document: InvoiceDocument): MailContent {
  const { number, seller, amountPaid, amountDue } = document
  return contentOf(document, {
    subject: `Receipt for invoice ${number} from ${seller.name}`,
    preview: `${seller.name} received ${amountPaid}`,
    title: 'Thank you for your payment',
    lead: `${seller.name} received ${amountPaid} for invoice ${number}. ${restOf(document)}`,
    message: null,
    payLabel: `Pay the remaining ${amountDue}`,
    figure: { amount: amountPaid, about: `Received for invoice ${number}` },
  })
}

/** Builds the receipt for the payment of a top-up, which is paid in full at once. */
export function topUpReceiptMail(document: InvoiceDocument): MailContent {
  const { number, seller, amountPaid } = document
  return contentOf(document, {
    subject: `Receipt for your credit with ${seller.name}`,
    preview: `${amountPaid} of credit is yours to use`,
    title: 'Your credit was added',
    lead: `${seller.name} received ${amountPaid} for invoice ${number}. You can use this credit at once.`,
    message: null,
    payLabel: '',
    figure: { amount: amountPaid, about: 'Added to your credit' },
  })
}

/** Says what a payment leaves to pay. */
export const restOf = ({ isDue, amountDue }: InvoiceDocument): string =>
  isDue ? `${amountDue} remains due.` : 'The invoice is paid in full.'

/** Builds an email about an invoice from these texts. */
export function contentOf(document: InvoiceDocument, words: MailWords): MailContent {
  return {
    subject: words.subject,
    html: renderHtml(document, words),
    text: renderText(document, words),
  }
}
