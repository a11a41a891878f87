import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import type { Environment } from '../../platform/program/environment.ts'
import { personOf } from '../auth/principal.ts'
import { getSession, listOwnSessions, renameUser } from './account.ts'
import { AccountUpdate, OwnSessionList, Person, Session, SessionParams } from './schemas.ts'
import { endOtherSessions, endSession, extendSession } from './service.ts'
import type { SignIn } from './sign-in.ts'
import { setCookies, visitOf } from './visit.ts'

export type SessionRouteDeps = {
  db: Db
  signIn: SignIn
  config: { environment: Environment; smtpUrl: string | undefined; stripe: object | undefined }
  now: () => Date
}

const tags = ['Account']
const config = { scope: 'person', idempotencyHeader: false } as const

/** Returns the parts of the configuration that pages need. */
const configuredOf = ({ config }: SessionRouteDeps) => ({
  mail: config.smtpUrl !== undefined,
  payments: config.stripe !== undefined,
})

export const sessionRoutes: FastifyPluginAsyncTypebox<SessionRouteDeps> = async (app, deps) => {
  await app.register(ownSessionRoutes, deps)
  const { db, signIn, now } = deps
  app.get(
    '/v1/session',
    {
      config,
      schema: {
        tags,
        operationId: 'getSession',
        summary: 'Read the current session',
        description:
          'Includes your organizations and your permissions in them. Extends the session.',
        response: { 200: Session },
      },
    },
    async (request, reply) => {
      setCookies(reply, await extendSession(signIn, visitOf(request, signIn.cookie)))
      const { environment } = deps.config
      const about = { environment, configured: configuredOf(deps), now: now() }
      return getSession(db, personOf(request), about)
    },
  )
  app.patch(
    '/v1/account',
    {
      config,
      schema: {
        tags,
        operationId: 'updateAccount',
        summary: 'Change your name',
        body: AccountUpdate,
        response: { 200: Person },
      },
    },
    (request) => {
      const { userId } = personOf(request)
      return renameUser(db, { userId, name: request.body.name }, now())
    },
  )
}

const ownSessionRoutes: FastifyPluginAsyncTypebox<SessionRouteDeps> = async (app, deps) => {
  const { db, signIn, now } = deps
  const done = { 204: Type.Null({ description: 'Done.' }) }
  app.get(
    '/v1/sessions',
    {
      config,
      schema: {
        tags,
        operationId: 'listSessions',
        summary: 'List your sessions',
        response: { 200: OwnSessionList },
      },
    },
    (request) => listOwnSessions(db, personOf(request), now()),
  )
  app.delete(
    '/v1/sessions/:sessionId',
    {
      config,
      schema: {
        tags,
        operationId: 'endSession',
        summary: 'End another session',
        params: SessionParams,
        response: { ...done, ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const { userId } = personOf(request)
      await endSession(db, { userId, id: request.params.sessionId })
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/v1/sessions/end-others',
    {
      config,
      schema: {
        tags,
        operationId: 'endOtherSessions',
        summary: 'End all other sessions',
        response: done,
      },
    },
    async (request, reply) => {
      await endOtherSessions(signIn, personOf(request), visitOf(request, signIn.cookie))
      return reply.code(204).send(null)
    },
  )
}
