import formBody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { html } from '../../../platform/http/html.ts'
import type { GuessLimit } from '../../../platform/http/limits/guess-limit.ts'
import { getInvoiceDocument } from '../../delivery/documents/document.ts'
import { findInvoice } from '../../invoices/ledger.ts'
import { paymentUrl } from '../../invoices/pay-link/pay-link.ts'
import { findSessionOfLink } from '../../payments/checkout/linked-session.ts'
import { returnUrls } from '../../payments/checkout/open-checkout.ts'
import { isUsable } from '../../payments/checkout/session.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import { handleNotification } from '../../payments/notifications/handle-notification.ts'
import type { CheckoutSession } from '../../payments/payment.ts'
import { isSandbox } from '../../payments/provider/sandbox/sandbox.ts'
import { answerErrorsWithPages } from '../pages/failure.ts'
import { FORM_LIMIT_BYTES, refuseOtherSites } from '../pages/form-post.ts'
import { linksOf, receiptPart } from '../pages/invoice-part.ts'
import { invoiceFacts, sendPage, stateBody } from '../pages/page.ts'
import { sendClosed, sendUnknown } from '../pages/states.ts'
import { getParties } from '../parties.ts'
import { checkCard, EMPTY_FORM, formOf } from './card-form.ts'
import { type Bill, sendForm } from './page.ts'
import { endRefusalCookie, type Refusal, readRefusal, refusalCookie } from './refusal-cookie.ts'
import { portalOrigins, wayBack } from './way-back.ts'

/** Routes of the sandbox's checkout page; not registered if Stripe is configured. */
export const sandboxRoutes: FastifyPluginAsyncTypebox<
  PaymentDeps & { guessLimit: GuessLimit }
> = async (app, deps) => {
  const { payments } = deps
  if (!isSandbox(payments)) return
  const sandbox = payments
  answerErrorsWithPages(app)
  app.removeAllContentTypeParsers()
  await app.register(formBody, { bodyLimit: FORM_LIMIT_BYTES })
  const schema = { hide: true, params: Type.Object({ token: Type.String() }) }
  const config = { scope: 'public' as const }

  app.get('/checkout/:token', { config, schema }, async (request, reply) => {
    const { token } = request.params
    const bill = await findBill(deps, token)
    if (!bill) {
      deps.guessLimit.refuse(request)
      return sendUnknown(reply)
    }
    const refusal = readRefusal(request.headers.cookie)
    if (!refusal || !isUsable(bill.session, bill.invoice, deps.now())) {
      return sendBill(deps, reply, bill)
    }
    // Shown once: a reload shows an empty form.
    void reply.header('set-cookie', endRefusalCookie(placeOf(deps, token)))
    return sendForm(reply, bill, refusal)
  })

  app.post('/checkout/:token', { config, schema }, async (request, reply) => {
    refuseOtherSites(deps.config.publicUrl, request)
    const { token } = request.params
    const bill = await findBill(deps, token)
    if (!bill) {
      deps.guessLimit.refuse(request)
      return sendUnknown(reply)
    }
    if (!isUsable(bill.session, bill.invoice, deps.now())) return sendBill(deps, reply, bill)
    const form = formOf(request.body)
    const checked = checkCard(form, deps.now())
    const refuse = (problem: Refusal['problem']) =>
      reply
        .header('set-cookie', refusalCookie({ form, problem }, placeOf(deps, token)))
        .redirect(pathOf(token), 303)
    if (checked.kind === 'problem') return refuse(checked)
    const { card } = checked
    if (card.now.kind === 'declined') {
      return refuse({ message: `${card.now.reason} Try another card.` })
    }
    // As for every provider, the payment is booked by its notification only.
    const message = sandbox.notifyPaid(bill.session, card, deps.now())
    const notification = await sandbox.readNotification(message)
    if (notification) await handleNotification(deps, notification, message.rawBody)
    const { openedFrom } = bill.session
    const { paidUrl } = returnUrls(deps.config, bill.session)
    const isFromPortal = openedFrom === 'portal'
    return reply.redirect(isFromPortal ? wayBack(deps.config, paidUrl) : pathOf(token), 303)
  })
}

/**
 * Returns the URL from which the customer can open a new page: in the portal the invoice page,
 * otherwise the payment link.
 */
const againUrl = ({ config }: PaymentDeps, session: CheckoutSession) =>
  session.openedFrom === 'portal'
    ? wayBack(config, returnUrls(config, session).cancelUrl)
    : paymentUrl(config, { customerId: session.customerId, id: session.invoiceId })

function backButton({ config }: PaymentDeps, session: CheckoutSession) {
  if (session.openedFrom !== 'portal') return false
  const url = wayBack(config, returnUrls(config, session).paidUrl)
  return html`<a class="button" href="${url}">Back to your account</a>`
}

const pathOf = (token: string) => `/checkout/${encodeURIComponent(token)}`

const placeOf = ({ config }: PaymentDeps, token: string) => ({
  path: pathOf(token),
  isSecure: config.publicUrl.startsWith('https:'),
})

async function findBill({ db, config }: PaymentDeps, token: string): Promise<Bill | undefined> {
  const session = await findSessionOfLink(db, config, token)
  if (session?.provider !== 'sandbox') return undefined
  const { organizationId, customerId, invoiceId } = session
  const invoice = await findInvoice(db, { organizationId, customerId, id: invoiceId })
  if (!invoice) return undefined
  const parties = await getParties(db, invoice)
  const document = await getInvoiceDocument(db, config, invoice)
  const links = linksOf(config, invoice)
  return { session, token, invoice, parties, document, links, leadsTo: portalOrigins(config) }
}

async function sendBill(deps: PaymentDeps, reply: FastifyReply, bill: Bill): Promise<FastifyReply> {
  const { session, invoice, parties } = bill
  if (isUsable(session, invoice, deps.now())) return sendForm(reply, bill, { form: EMPTY_FORM })
  const { status } = invoice
  if (status !== 'pending' && status !== 'issued' && status !== 'overdue') {
    const more = html`${await receiptPart(deps, invoice)}${backButton(deps, session)}`
    return sendClosed(reply, status, bill, { isTest: true, more })
  }
  const title = 'This checkout page has expired'
  const text = 'Nothing was charged. Open the payment again to see what is due now.'
  const details = html`${invoiceFacts(invoice, parties)}
<a class="button" href="${againUrl(deps, session)}">Open payment again</a>`
  const body = stateBody({ title, text, icon: { sign: '–' }, details })
  return sendPage(reply, 200, { title, body, accentColor: parties.sellerAccent, isTest: true })
}
