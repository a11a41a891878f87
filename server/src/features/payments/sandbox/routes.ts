import formBody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import type { GuessLimit } from '../../../platform/http/guess-limit.ts'
import { findInvoice } from '../../invoices/queries.ts'
import { findLinkedSession, findSessionByTokenHash } from '../checkout-queries.ts'
import { isUsable } from '../checkout-session.ts'
import type { PaymentDeps } from '../deps.ts'
import { hashOfToken, readLinkToken } from '../link-token.ts'
import { handleNotification } from '../notifications.ts'
import { answerErrorsWithPages } from '../pages/failure.ts'
import { html } from '../pages/html.ts'
import { invoiceFacts, sendPage, stateBody } from '../pages/page.ts'
import { sendClosed, sendUnknown } from '../pages/states.ts'
import { getParties } from '../parties.ts'
import { paymentUrl } from '../pay-link.ts'
import { checkCard, EMPTY_FORM, formOf } from './card-form.ts'
import { type Bill, sendForm } from './page.ts'
import { isSandbox } from './sandbox.ts'

const FORM_LIMIT_BYTES = 16_384

/** The sandbox's own checkout page; nothing of it is there where Stripe takes the money. */
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
  const config = { access: 'public' as const }

  app.get('/checkout/:token', { config, schema }, async (request, reply) => {
    const bill = await findBill(deps, request.params.token)
    if (bill) return sendBill(deps, reply, bill)
    deps.guessLimit.refuse(request)
    return sendUnknown(reply)
  })

  app.post('/checkout/:token', { config, schema }, async (request, reply) => {
    refuseOtherSites(deps, request)
    const { token } = request.params
    const bill = await findBill(deps, token)
    if (!bill) {
      deps.guessLimit.refuse(request)
      return sendUnknown(reply)
    }
    if (!isUsable(bill.session, bill.invoice, deps.now())) return sendBill(deps, reply, bill)
    const form = formOf(request.body)
    const checked = checkCard(form, deps.now())
    if (checked.kind === 'problem') return sendForm(reply, bill, { form, problem: checked })
    const { card } = checked
    if (card.now.kind === 'declined') {
      const message = `${card.now.reason} Try another card.`
      return sendForm(reply, bill, { form, problem: { message } })
    }
    // The way of every provider: what happened is told, and the telling is what counts.
    const message = sandbox.notifyPaid(bill.session, card)
    const notification = await sandbox.readNotification(message)
    if (notification) await handleNotification(deps, notification)
    return reply.redirect(`/checkout/${encodeURIComponent(token)}`, 303)
  })
}

async function findBill({ db, config }: PaymentDeps, token: string): Promise<Bill | undefined> {
  const signed = readLinkToken(config.secret, 'checkout', token)
  const session = signed
    ? await findLinkedSession(db, signed)
    : await findSessionByTokenHash(db, hashOfToken(token))
  if (session?.provider !== 'sandbox') return undefined
  const { organizationId, invoiceId } = session
  const invoice = await findInvoice(db, { organizationId, id: invoiceId })
  return invoice && { session, token, invoice, parties: await getParties(db, invoice) }
}

function sendBill(deps: PaymentDeps, reply: FastifyReply, bill: Bill): FastifyReply {
  const { session, invoice, parties } = bill
  if (isUsable(session, invoice, deps.now())) return sendForm(reply, bill, { form: EMPTY_FORM })
  const { status } = invoice
  if (status !== 'pending' && status !== 'issued' && status !== 'overdue') {
    return sendClosed(reply, status, bill, { isTest: true })
  }
  const title = 'This checkout page has expired'
  const text = 'Nothing was charged. Open the payment again to see what is due now.'
  const details = html`${invoiceFacts(invoice, parties)}
<a class="button" href="${paymentUrl(deps.config, invoice)}">Open payment again</a>`
  const body = stateBody({ title, text, icon: { sign: '–' }, details })
  return sendPage(reply, 200, { title, body, isTest: true })
}

/** A form of another site could only pay somebody's bill, but it has no business here. */
function refuseOtherSites({ config }: PaymentDeps, request: FastifyRequest): void {
  const { origin, host } = request.headers
  if (origin === undefined) return
  const from = URL.parse(origin)?.host
  if (from === host || from === URL.parse(config.publicUrl)?.host) return
  throw new AppError('forbidden', 'The form was sent from another site')
}
