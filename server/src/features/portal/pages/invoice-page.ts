import type { FastifyReply } from 'fastify'
import { html } from '../../../platform/http/html.ts'
import type { InvoiceDocument } from '../../delivery/documents/document.ts'
import type { Parties } from '../parties.ts'
import { type InvoiceLinks, linesPart } from './invoice-part.ts'
import { sellerHeading, sendPage } from './page.ts'

/** Limit of a page; the PDF contains all lines. */
const LINES_SHOWN = 500

const STATES = new Map([
  ['paid', 'Paid'],
  ['overdue', 'Overdue'],
  ['void', 'Void'],
  ['refunded', 'Refunded'],
])

/** Sends the invoice as a page, to anyone with the emailed link. */
export function sendInvoicePage(
  reply: FastifyReply,
  document: InvoiceDocument,
  { parties, links }: { parties: Parties; links: InvoiceLinks },
): FastifyReply {
  const { name, number, status, buyer, issueDate, dueDate, period, payUrl, amountDue } = document
  const state = STATES.get(status)
  const texts = [document.taxNote, document.memo, document.footer].filter((text) => text !== null)
  return sendPage(reply, 200, {
    title: `${name} ${number} · ${parties.sellerName}`,
    accentColor: parties.sellerAccent,
    body: html`<div class="card sheet">
${sellerHeading(parties)}
<h1>${name} ${number}${state !== undefined && html` <span class="state-label">${state}</span>`}</h1>
<dl>
<div><dt>Billed to</dt><dd>${buyer.name}</dd></div>
${issueDate !== null && html`<div><dt>Issued</dt><dd>${issueDate}</dd></div>`}
<div><dt>Due</dt><dd>${dueDate}</dd></div>
<div><dt>Period</dt><dd>${period}</dd></div>
</dl>
${linesPart(document, { shown: LINES_SHOWN, links: { ...links, view: links.pdf } })}
${texts.map((text) => html`<p class="small lines-kept">${text}</p>`)}
<p class="links"><a href="${links.pdf}">Download PDF</a></p>
${payUrl !== null && html`<a class="button" href="${new URL(payUrl).pathname}">Pay ${amountDue}</a>`}
</div>`,
  })
}
