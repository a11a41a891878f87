import type { Db } from '../../../platform/database.ts'
import { type Html, html } from '../../../platform/http/html.ts'
import {
  type DocumentConfig,
  getInvoiceDocument,
  type InvoiceDocument,
} from '../../delivery/documents/document.ts'
import { type DocumentLine, priceText } from '../../delivery/documents/lines.ts'
import { type TotalRow, totalRows } from '../../delivery/documents/totals.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import { type PayLinkConfig, paymentUrl } from '../../invoices/pay-link/pay-link.ts'

type Deps = { db: Db; config: DocumentConfig }

/** Links next to the payment page: the invoice as a page and as a PDF. */
export type InvoiceLinks = { view: string; pdf: string }

export function linksOf(config: PayLinkConfig, invoice: Invoice): InvoiceLinks {
  const { pathname } = new URL(paymentUrl(config, invoice))
  return { view: `${pathname}/invoice`, pdf: `${pathname}/invoice.pdf` }
}

/** Renders the first `shown` lines and the totals. A link leads to the remaining lines. */
export function linesPart(
  document: InvoiceDocument,
  { shown, links }: { shown: number; links: InvoiceLinks },
): Html {
  const rest = document.lines.length - shown
  const more =
    rest > 0 &&
    html`<tr><td colspan="2"><a href="${links.view}">${rest} more ${rest === 1 ? 'line' : 'lines'}</a></td></tr>`
  return html`<table class="lines">
${document.lines.slice(0, shown).map(lineRow)}${more}
</table>
${totalsPart(document)}`
}

function lineRow(line: DocumentLine): Html {
  const price = priceText(line)
  const notes = [...(price === null ? [] : [price]), ...line.notes]
  return html`<tr><td>${line.description}${notes.map((text) => html`<small>${text}</small>`)}</td><td>${line.amount}</td></tr>
`
}

/** Renders the total, the payments and the amount due. */
export function totalsPart(document: InvoiceDocument): Html {
  return html`<table class="sums">
${totalRows(document).map(totalRow)}</table>`
}

function totalRow({ label, amount, isStrong }: TotalRow): Html {
  return html`<tr${isStrong && html` class="strong"`}><td>${label}</td><td>${amount}</td></tr>
`
}

export function linksPart({ view, pdf }: InvoiceLinks, pdfLabel = 'Download PDF'): Html {
  return html`<p class="links"><a href="${view}">View invoice</a> <a href="${pdf}">${pdfLabel}</a></p>`
}

/** Renders payments and invoice links below a status message. Undefined for a draft. */
export async function receiptPart(
  { db, config }: Deps,
  invoice: Invoice,
): Promise<Html | undefined> {
  if (invoice.status === 'draft') return undefined
  const document = await getInvoiceDocument(db, config, invoice)
  const isPaid = invoice.status === 'paid'
  const links = linksPart(linksOf(config, invoice), isPaid ? 'Download receipt (PDF)' : undefined)
  return html`${document.payments.length > 0 && totalsPart(document)}
${links}`
}
