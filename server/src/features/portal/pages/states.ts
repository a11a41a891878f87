import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../../platform/http/html.ts'
import { formatMoney } from '../../delivery/documents/format.ts'
import { amountDue, documentName, type Invoice } from '../../invoices/invoice.ts'
import type { Parties } from '../parties.ts'
import type { ClosedBecause } from '../payment-link.ts'
import { CHECK_MARK, invoiceFacts, sendPage, stateBody } from './page.ts'

type About = { invoice: Invoice; parties: Parties }
type Options = { isTest?: boolean; more?: Html | undefined }

const CHECK = { sign: CHECK_MARK, isGood: true }
const NEUTRAL = { sign: '–' }
const WAITING = { sign: '…' }

/** Sends a page that tells the customer why the invoice cannot be paid now. */
export function sendClosed(
  reply: FastifyReply,
  why: ClosedBecause,
  about: About,
  options: Options = {},
): FastifyReply {
  const { invoice, parties } = about
  const { title, text, icon } = wordsFor(why, about)
  const { isTest = false, more } = options
  const details = html`${invoiceFacts(invoice, parties)}${more}`
  return sendPage(reply, 200, {
    title: `${title} · ${parties.sellerName}`,
    body: stateBody({ title, text, icon, details }),
    accentColor: parties.sellerAccent,
    isTest,
  })
}

function wordsFor(why: ClosedBecause, { invoice, parties }: About) {
  const { invoiceNumber, amountPaid, currency } = invoice
  const { sellerName } = parties
  const name = `${documentName(invoice)} ${invoiceNumber}`
  switch (why) {
    case 'paid': {
      const paid = formatMoney(amountPaid, currency)
      const text = `Thank you. ${sellerName} has received ${paid}; there is nothing left to pay.`
      return { title: `${name} is paid`, text, icon: CHECK }
    }
    case 'nothing_due':
      return { title: 'Nothing to pay', text: 'This invoice needs no payment.', icon: CHECK }
    case 'refunded': {
      const text = `${sellerName} has refunded this invoice. You do not have to pay it.`
      return { title: `${name} was refunded`, text, icon: NEUTRAL }
    }
    case 'void': {
      const text = `${sellerName} has cancelled this invoice. You do not have to pay it.`
      return { title: `${name} was cancelled`, text, icon: NEUTRAL }
    }
    case 'draft': {
      const text = `${sellerName} has not sent this invoice yet. You can pay it once it is sent.`
      return { title: 'This invoice is not final yet', text, icon: WAITING }
    }
    case 'processing': {
      const text = 'A payment for this invoice is in progress. You do not have to do anything.'
      return { title: 'Your payment is being processed', text, icon: WAITING }
    }
    case 'unavailable': {
      const contact = parties.sellerEmail === null ? sellerName : parties.sellerEmail
      const text = `Online payment is not set up for this invoice. To pay, contact ${contact}.`
      return { title: 'Online payment is not available', text, icon: NEUTRAL }
    }
  }
}

/** Sends a page for a customer who left the provider's page without paying. */
export function sendNotPaid(reply: FastifyReply, about: About, again: string): FastifyReply {
  const { invoice, parties } = about
  const title = `${documentName(invoice)} ${invoice.invoiceNumber} is not paid yet`
  const text = `${formatMoney(amountDue(invoice), invoice.currency)} is due. Nothing was charged.`
  const details = html`${invoiceFacts(invoice, parties)}
<a class="button" href="${again}">Pay now</a>`
  const body = stateBody({ title, text, icon: NEUTRAL, details })
  return sendPage(reply, 200, { title, body, accentColor: parties.sellerAccent })
}

export function sendUnknown(reply: FastifyReply): FastifyReply {
  const title = 'This link is not valid'
  const text = 'Check that you opened the complete link from your email.'
  return sendPage(reply, 404, { title, body: stateBody({ title, text, icon: { sign: '?' } }) })
}

/** Sends an error page; customers never see JSON. */
export function sendFailure(reply: FastifyReply, status: number): FastifyReply {
  const isTheirs = status < 500
  const title = isTheirs ? 'The request failed' : 'Something went wrong on our side'
  const text = isTheirs
    ? 'Go back, and open the link from your email again.'
    : 'Wait a moment, then open the link from your email again.'
  return sendPage(reply, status, { title, body: stateBody({ title, text, icon: { sign: '!' } }) })
}
