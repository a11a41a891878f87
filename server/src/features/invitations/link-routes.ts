import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import type { GuessLimit } from '../../platform/http/limits/guess-limit.ts'
import { findPerson, setPrincipal } from '../auth/principal.ts'
import { withoutRefusal } from '../sessions/passwords/password-work.ts'
import { signIn as enter } from '../sessions/service.ts'
import type { SignIn } from '../sessions/sign-in.ts'
import { setCookies, visitOf } from '../sessions/visit.ts'
import { accept, readLink } from './accept.ts'
import { Acceptance, Accepted, InvitationLink, LinkParams } from './schemas.ts'

export type LinkDeps = { db: Db; signIn: SignIn; guessLimit: GuessLimit; now: () => Date }

const tags = ['Invitations']
const config = { scope: 'visitor', idempotencyHeader: false } as const

export const invitationLinkRoutes: FastifyPluginAsyncTypebox<LinkDeps> = async (app, deps) => {
  const { db, signIn, guessLimit, now } = deps
  const guarded = async <T>(request: FastifyRequest, work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      if (error instanceof AppError && error.code === 'not_found') guessLimit.refuse(request)
      throw error
    })
  app.get(
    '/v1/invitation-links/:token',
    {
      config,
      schema: {
        tags,
        operationId: 'readInvitationLink',
        summary: 'Read an invitation by its link',
        description:
          'Readable without signing in: the inviting person, the organization and the role.',
        params: LinkParams,
        response: { 200: InvitationLink, ...errorResponses(404) },
      },
    },
    (request) => guarded(request, readLink(db, request.params.token, now())),
  )
  app.post(
    '/v1/invitation-links/:token/accept',
    {
      config,
      schema: {
        tags,
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description:
          'A signed-in person must have the invited address. A new person sends a name and a ' +
          'password, and is then signed in. Works once; an error says why it was not accepted.',
        params: LinkParams,
        body: Acceptance,
        response: { 200: Accepted, ...errorResponses(404, 409) },
      },
    },
    async (request, reply) => {
      const { token } = request.params
      const asked = { token, person: findPerson(request), sent: request.body }
      const joined = await guarded(request, accept(db, asked, now()))
      // Attributes the audit entry to the organization and its new member.
      setPrincipal(request, joined.principal)
      if (joined.created) {
        const visit = visitOf(request, signIn.cookie)
        // The account exists, so this request must not be refused because of load.
        const { created } = joined
        setCookies(reply, await withoutRefusal(() => enter(signIn, created, visit)))
      }
      return { organization: joined.organization }
    },
  )
}
