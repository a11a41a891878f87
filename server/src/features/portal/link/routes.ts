import formBody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import type { GuessLimit } from '../../../platform/http/limits/guess-limit.ts'
import { portalCookie } from '../../portal-sessions/cookie.ts'
import { linkStateOf } from '../../portal-sessions/portal-session.ts'
import { findLinkedSession, openLink } from '../../portal-sessions/visit.ts'
import { getCompany } from '../company.ts'
import { answerErrorsWithPages } from '../pages/failure.ts'
import { FORM_LIMIT_BYTES, refuseOtherSites } from '../pages/form-post.ts'
import { isPrefetch } from '../prefetch.ts'
import { followedLink } from './followed-link.ts'
import { sendMailedLinkPage } from './mailed-link-page.ts'
import { PortalLink } from './schemas.ts'

export type PortalLinkDeps = {
  db: Db
  config: { portalUrl: string; secret: string }
  guessLimit: GuessLimit
  now: () => Date
}

/** Routes that exchange a portal link once for a cookie and remove its token from the URL. */
export const portalLinkRoutes: FastifyPluginAsyncTypebox<PortalLinkDeps> = async (app, deps) => {
  await app.register(followRoutes, deps)
  const { db, now } = deps
  const followed = followedLink(deps.config)
  app.get(
    '/v1/portal/link',
    {
      config: { scope: 'public' },
      schema: {
        tags: ['Portal'],
        operationId: 'getPortalLink',
        summary: 'Read why a portal link failed',
        description:
          'For the page that the browser is redirected to; 404 if the link was unknown or was ' +
          'opened more than ten minutes ago.',
        response: { 200: PortalLink, ...errorResponses(404) },
      },
    },
    async (request) => {
      const key = followed.read(request.headers.cookie)
      const session = (key && (await findLinkedSession(db, key))) ?? notFound('Link')
      const company = await getCompany(db, session.organizationId)
      return { ...company, returnUrl: session.returnUrl, state: linkStateOf(session, now()) }
    },
  )
}

const followRoutes: FastifyPluginAsyncTypebox<PortalLinkDeps> = async (app, deps) => {
  const { db, guessLimit, now } = deps
  answerErrorsWithPages(app)
  app.removeAllContentTypeParsers()
  await app.register(formBody, { bodyLimit: FORM_LIMIT_BYTES })
  const cookie = portalCookie(deps.config)
  const followed = followedLink(deps.config)
  const config = { scope: 'public' as const }
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
  })

  async function follow(request: FastifyRequest, reply: FastifyReply, token: string) {
    const opened = await openLink({ db, cookie }, token, now())
    switch (opened.kind) {
      case 'opened':
        return reply.header('set-cookie', opened.setCookie).redirect('/portal', 303)
      case 'closed':
        return reply
          .header('set-cookie', followed.set(opened.session))
          .redirect(`/portal/link?state=${opened.state}`, 303)
      case 'unknown':
        guessLimit.refuse(request)
        return reply
          .header('set-cookie', followed.end())
          .redirect('/portal/link?state=unknown', 303)
    }
  }

  // A link created by the API. The first GET that is not a prefetch opens it.
  app.get(
    '/r/:token',
    { config, schema: { hide: true, params: Type.Object({ token: Type.String() }) } },
    async (request, reply) => {
      if (isPrefetch(request)) return reply.code(204).send()
      return follow(request, reply, request.params.token)
    },
  )

  // An emailed link. Its token follows the `#`, so a GET does not open it.
  app.get('/r/', { config, schema: { hide: true } }, (_request, reply) => sendMailedLinkPage(reply))
  app.post(
    '/r/',
    {
      config,
      schema: { hide: true, body: Type.Object({ token: Type.String({ maxLength: 255 }) }) },
    },
    (request, reply) => {
      // Prevents another site from signing the browser in to an account of its choice.
      refuseOtherSites(deps.config.portalUrl, request)
      return follow(request, reply, request.body.token)
    },
  )
}
