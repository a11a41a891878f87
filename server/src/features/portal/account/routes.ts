import formBody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { GuessLimit } from '../../../platform/http/limits/guess-limit.ts'
import { readAccountToken } from '../../invoices/pay-link/account-url.ts'
import { getCompany } from '../company.ts'
import { answerErrorsWithPages } from '../pages/failure.ts'
import { FORM_LIMIT_BYTES } from '../pages/form-post.ts'
import { sendUnknown } from '../pages/states.ts'
import { type AskDeps, askForLink } from './ask.ts'
import { sendAccountPage, sendAskedPage } from './page.ts'

/**
 * Routes behind "View your account" in emails: a page with a button that requests a portal link by
 * email. Reading the page has no effect, so that mail scanners may fetch it. Pressing the button
 * shows the same text in every case.
 */
export const accountRoutes: FastifyPluginAsyncTypebox<
  AskDeps & { config: { secret: string }; guessLimit: GuessLimit }
> = async (app, deps) => {
  const { db, config, guessLimit } = deps
  answerErrorsWithPages(app)
  app.removeAllContentTypeParsers()
  await app.register(formBody, { bodyLimit: FORM_LIMIT_BYTES })
  const schema = { hide: true, params: Type.Object({ token: Type.String() }) }
  const options = { config: { scope: 'public' as const }, schema }

  app.get('/view-account/:token', options, async (request, reply) => {
    const account = readAccountToken(config, request.params.token)
    if (!account) {
      guessLimit.refuse(request)
      return sendUnknown(reply)
    }
    return sendAccountPage(reply, await getCompany(db, account.organizationId))
  })

  // Accepted from any site: the token alone authorizes the request, and no cookie contains it.
  app.post('/view-account/:token', options, async (request, reply) => {
    const account = readAccountToken(config, request.params.token)
    if (!account) {
      guessLimit.refuse(request)
      return sendUnknown(reply)
    }
    const company = await getCompany(db, account.organizationId)
    await askForLink(deps, account)
    return sendAskedPage(reply, company)
  })
}
