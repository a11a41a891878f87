import type { InvoiceDocument } from '../document.ts'
import { contentOf, type MailContent, restOf } from './mail.ts'

/** Builds the email for a payment that the seller recorded manually. */
export function paymentMail(document: InvoiceDocument, amount: string): MailContent {
  const { number, seller, amountDue } = document
  return contentOf(document, {
    subject: `Payment received for invoice ${number} from ${seller.name}`,
    preview: `${seller.name} received ${amount}`,
    title: 'Thank you for your payment',
    lead: `${seller.name} received ${amount} for invoice ${number}. ${restOf(document)}`,
    message: null,
    payLabel: `Pay the remaining ${amountDue}`,
  })
}

export function refundMail(document: InvoiceDocument, amount: string): MailContent {
  const { number, seller, amountDue, isDue } = document
  const rest = isDue ? ` ${amountDue} is due.` : ''
  return contentOf(document, {
    subject: `Refund for invoice ${number} from ${seller.name}`,
    preview: `${seller.name} has refunded ${amount}`,
    title: `${amount} was refunded to you`,
    lead:
      `${seller.name} has refunded ${amount} of your payment for invoice ${number}. ` +
      `It can take a few days to reach you.${rest}`,
    message: null,
    payLabel: `Pay ${amountDue}`,
  })
}

export function voidMail(document: InvoiceDocument): MailContent {
  const { number, seller, total } = document
  return contentOf(document, {
    subject: `Invoice ${number} from ${seller.name} was cancelled`,
    preview: 'You do not have to pay it',
    title: `Invoice ${number} was cancelled`,
    lead:
      `${seller.name} has cancelled invoice ${number} for ${total}. You do not have to pay it; ` +
      'the attached copy is marked as void.',
    message: null,
    payLabel: '',
  })
}

/** Builds the email that asks to confirm the charge of a top-up, on the payment page. */
export function confirmationMail(document: InvoiceDocument): MailContent {
  const { number, seller, amountDue, dueDate } = document
  return contentOf(document, {
    subject: `Confirm your top-up of ${amountDue} at ${seller.name}`,
    preview: `Your bank asks you to confirm ${amountDue}`,
    title: 'Confirm your top-up',
    lead:
      `Your bank requires you to confirm the payment of ${amountDue} for prepaid credit at ` +
      `${seller.name}. Nothing was charged. Pay by ${dueDate}, or top-up ${number} is cancelled.`,
    message: null,
    payLabel: `Confirm and pay ${amountDue}`,
    figure: { amount: amountDue, about: 'Prepaid credit' },
  })
}
