import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../../platform/http/html.ts'
import type { InvoiceDocument } from '../../delivery/documents/document.ts'
import { formatDate, formatMoney } from '../../delivery/documents/format.ts'
import type { Invoice } from '../../invoices/invoice.ts'
import type { CheckoutSession } from '../../payments/payment.ts'
import { type InvoiceLinks, linesPart, linksPart } from '../pages/invoice-part.ts'
import { sellerHeading, sendPage } from '../pages/page.ts'
import type { Parties } from '../parties.ts'
import type { CardField, CardForm } from './card-form.ts'

export type Bill = {
  session: CheckoutSession
  token: string
  invoice: Invoice
  parties: Parties
  document: InvoiceDocument
  links: InvoiceLinks
}

type Shown = {
  form: CardForm
  /** What was wrong; without a field it is the card that was declined. */
  problem?: { field?: CardField; message: string }
}

/** The page on which an invoice is paid with a test card. */
export function sendForm(reply: FastifyReply, bill: Bill, { form, problem }: Shown): FastifyReply {
  const { invoice, parties } = bill
  return sendPage(reply, 200, {
    title: `${problem ? 'Problem: ' : ''}Pay invoice ${invoice.invoiceNumber} · ${parties.sellerName}`,
    isTest: true,
    body: html`<div class="card two">
${billPart(bill)}
${formPart(bill, { form, ...(problem ? { problem } : {}) })}
</div>
<footer>Payment sandbox of Piecework. Nothing is charged.</footer>`,
  })
}

/** More characters than a phone shows in one line of large type. */
const LONG_AMOUNT = 12

/** The rest is a click away. */
const LINES_SHOWN = 5

function billPart({ session, invoice, parties, document, links }: Bill): Html {
  const { amount, currency } = session
  const text = formatMoney(amount, currency)
  const due = `due ${formatDate(invoice.dueDate, parties.timeZone)}`
  return html`<section class="bill" aria-label="What you pay">
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

const TEST_NUMBERS = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'lacks funds'],
  ['4000 0000 0000 0341', 'fails when charged later'],
] as const

function formPart({ session, token }: Bill, { form, problem }: Shown): Html {
  const input = inputFor(form, problem?.field)
  return html`<section class="form" aria-labelledby="pay">
<h1 id="pay">Pay by card</h1>
${problem && html`<p class="problem" role="alert" id="problem">${problem.message}</p>`}
<form method="post" action="/checkout/${token}" autocomplete="on">
${input('number', { label: 'Card number', hint: '4242 4242 4242 4242', autocomplete: 'cc-number', isNumber: true })}
<div class="row">
${input('expiry', { label: 'Expires', hint: 'MM / YY', autocomplete: 'cc-exp', isNumber: true })}
${input('cvc', { label: 'Security code', hint: 'CVC', autocomplete: 'cc-csc', isNumber: true })}
</div>
${input('name', { label: 'Name on card', hint: 'As printed on the card', autocomplete: 'cc-name' })}
<button type="submit">Pay ${formatMoney(session.amount, session.currency)}</button>
</form>
<p class="small">The test card is kept, so that later invoices can be collected from it.</p>
<details>
<summary>Test cards</summary>
<table class="cards">${TEST_NUMBERS.map(([number, effect]) => html`<tr><td>${number}</td><td>${effect}</td></tr>`)}
</table>
<p class="small">Any date in the future, any security code of 3 digits.</p>
</details>
</section>`
}

type Input = { label: string; hint: string; autocomplete: string; isNumber?: boolean }

const LONGEST = 100

function inputFor(form: CardForm, wrong: CardField | undefined) {
  return (name: CardField, { label, hint, autocomplete, isNumber = false }: Input): Html => {
    const isWrong = name === wrong
    const value = name === 'cvc' ? '' : form[name]
    return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" placeholder="${hint}" required
 maxlength="${LONGEST}" autocomplete="${autocomplete}" spellcheck="false"
 ${isNumber && html`inputmode="numeric" class="number"`}
 ${isWrong && html`aria-invalid="true" aria-describedby="problem" autofocus`}></div>`
  }
}
