import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../../platform/http/html.ts'
import type { InvoiceDocument } from '../../delivery/documents/document.ts'
import { formatDate, formatMoney } from '../../delivery/documents/format.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import type { CheckoutSession } from '../../payments/payment.ts'
import { type InvoiceLinks, linesPart, linksPart } from '../pages/invoice-part.ts'
import { sellerHeading, sendPage } from '../pages/page.ts'
import type { Parties } from '../parties.ts'
import { cardForm, type Shown } from './card-fields.ts'

export type Bill = {
  session: CheckoutSession
  token: string
  invoice: Invoice
  parties: Parties
  document: InvoiceDocument
  links: InvoiceLinks
  /** Other origins to which the form may redirect. */
  leadsTo: readonly string[]
}

/** Sends the page on which an invoice is paid with a test card. */
export function sendForm(reply: FastifyReply, bill: Bill, shown: Shown): FastifyReply {
  const { invoice, parties } = bill
  const { problem } = shown
  return sendPage(reply, 200, {
    title: `${problem ? 'Problem: ' : ''}Pay invoice ${invoice.invoiceNumber} · ${parties.sellerName}`,
    accentColor: parties.sellerAccent,
    isTest: true,
    formLeadsTo: bill.leadsTo,
    body: html`<div class="card two">
${billPart(bill)}
${formPart(bill, shown)}
</div>
<footer>Payment sandbox of Piecework. Nothing is charged.</footer>`,
  })
}

/** Longer amounts do not fit into one line of large type on a phone. */
const LONG_AMOUNT = 12

/** A link leads to the remaining lines. */
const LINES_SHOWN = 5

function billPart({ session, invoice, parties, document, links }: Bill): Html {
  const { amount, currency } = session
  const text = formatMoney(amount, currency)
  const due = `due ${formatDate(invoice.dueDate, parties.timeZone)}`
  return html`<section class="bill" aria-label="Payment summary">
${sellerHeading(parties)}
<p class="label">Amount due</p>
<p class="amount${text.length > LONG_AMOUNT ? ' long' : ''}">${text}</p>
<p class="due">${text.startsWith(currency) ? `D${due.slice(1)}` : `${currency}, ${due}`}</p>
<dl>
<div><dt>Invoice</dt><dd>${invoice.invoiceNumber}</dd></div>
<div><dt>Billed to</dt><dd>${parties.customerName}</dd></div>
</dl>
${linesPart(document, { shown: LINES_SHOWN, links })}
${linksPart(links)}
</section>`
}

function formPart({ session, token }: Bill, shown: Shown): Html {
  const words = {
    action: `/checkout/${token}`,
    submit: `Pay ${formatMoney(session.amount, session.currency)}`,
    note: 'The test card is saved to collect later invoices.',
  }
  return html`<section class="form" aria-labelledby="pay">
<h1 id="pay">Pay by card</h1>
${cardForm(words, shown)}
</section>`
}
