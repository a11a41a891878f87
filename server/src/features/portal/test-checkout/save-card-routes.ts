import formBody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { GuessLimit } from '../../../platform/http/limits/guess-limit.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import { findSetupOfLink } from '../../payments/methods/linked-setup.ts'
import { handleNotification } from '../../payments/notifications/handle-notification.ts'
import { isSandbox } from '../../payments/provider/sandbox/sandbox.ts'
import { getCompany } from '../company.ts'
import { answerErrorsWithPages } from '../pages/failure.ts'
import { FORM_LIMIT_BYTES, refuseOtherSites } from '../pages/form-post.ts'
import { sendUnknown } from '../pages/states.ts'
import { checkCard, EMPTY_FORM, formOf } from './card-form.ts'
import { endRefusalCookie, type Refusal, readRefusal, refusalCookie } from './refusal-cookie.ts'
import { sendCardForm, sendSetupOver } from './save-card-page.ts'
import { portalOrigins, wayBack } from './way-back.ts'

/** Routes of the sandbox's page on which a customer saves a test card. */
export const saveCardRoutes: FastifyPluginAsyncTypebox<
  PaymentDeps & { guessLimit: GuessLimit }
> = async (app, deps) => {
  const { db, config, payments, guessLimit } = deps
  if (!isSandbox(payments)) return
  const sandbox = payments
  answerErrorsWithPages(app)
  app.removeAllContentTypeParsers()
  await app.register(formBody, { bodyLimit: FORM_LIMIT_BYTES })
  const schema = { hide: true, params: Type.Object({ token: Type.String() }) }
  const options = { config: { scope: 'public' as const }, schema }
  const backUrl = wayBack(config, `${config.portalUrl}/portal/profile`)
  const leadsTo = portalOrigins(config)
  const pathOf = (token: string) => `/save-card/${encodeURIComponent(token)}`
  const placeOf = (token: string) => ({
    path: pathOf(token),
    isSecure: config.publicUrl.startsWith('https:'),
  })

  app.get('/save-card/:token', options, async (request, reply) => {
    const { token } = request.params
    const setup = await findSetupOfLink(db, config, token)
    if (setup?.provider !== 'sandbox') {
      guessLimit.refuse(request)
      return sendUnknown(reply)
    }
    const company = await getCompany(db, setup.organizationId)
    if (setup.status !== 'open' || setup.expiresAt <= deps.now()) {
      return sendSetupOver(reply, { setup, company, backUrl })
    }
    const refusal = readRefusal(request.headers.cookie)
    if (refusal) void reply.header('set-cookie', endRefusalCookie(placeOf(token)))
    const about = { company, action: pathOf(token), backUrl, leadsTo }
    return sendCardForm(reply, about, refusal ?? { form: EMPTY_FORM })
  })

  app.post('/save-card/:token', options, async (request, reply) => {
    refuseOtherSites(deps.config.publicUrl, request)
    const { token } = request.params
    const setup = await findSetupOfLink(db, config, token)
    if (setup?.provider !== 'sandbox') {
      guessLimit.refuse(request)
      return sendUnknown(reply)
    }
    // The GET shows the final state.
    if (setup.status !== 'open' || setup.expiresAt <= deps.now()) {
      return reply.redirect(pathOf(token), 303)
    }
    const form = formOf(request.body)
    const refuse = (problem: Refusal['problem']) =>
      reply
        .header('set-cookie', refusalCookie({ form, problem }, placeOf(token)))
        .redirect(pathOf(token), 303)
    const checked = checkCard(form, deps.now())
    if (checked.kind === 'problem') return refuse(checked)
    const { card } = checked
    if (card.now.kind === 'declined') {
      return refuse({ message: `${card.now.reason} Try another card.` })
    }
    const message = sandbox.notifySaved(setup, card, deps.now())
    const notification = await sandbox.readNotification(message)
    if (notification) await handleNotification(deps, notification, message.rawBody)
    return reply.redirect(`${backUrl}?from=setup`, 303)
  })
}
