import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { AppError } from '../../platform/errors.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { logOfAccount, logOfAccountLater } from '../audit-log/account-entries.ts'
import { personOf } from '../auth/principal.ts'
import { resetPassword } from './reset/reset-password.ts'
import { ChangePassword, ForgotPassword, ResetPassword, SignIn } from './schemas.ts'
import { changePassword, signIn, signOut } from './service.ts'
import type { SignInRouteDeps } from './sign-in.ts'
import { setCookies, visitOf } from './visit.ts'

const tags = ['Sign-in']
const done = { 204: Type.Null({ description: 'Done.' }) }
const DONE = 204
/** The statuses of wrong passwords, of a sign-in and of a change. */
const REFUSED = 401
const REFUSED_CHANGE = 409
/** No idempotency: the response matters for its cookie, which is not stored. */
const config = { scope: 'public', idempotencyHeader: false } as const

export const signInRoutes: FastifyPluginAsyncTypebox<SignInRouteDeps> = async (app, deps) => {
  await app.register(passwordRoutes, deps)
  const { signIn: own } = deps
  app.post(
    '/v1/auth/sign-in',
    {
      config,
      schema: {
        tags,
        operationId: 'signIn',
        summary: 'Sign in',
        description:
          'Sets a session cookie that is valid for seven days and extended while it is used. ' +
          'Repeated failed attempts are slowed down.',
        body: SignIn,
        response: { ...done, ...errorResponses(401) },
      },
    },
    async (request, reply) => {
      const account = { email: request.body.email.trim().toLowerCase() }
      const cookies = await signIn(own, request.body, visitOf(request, own.cookie)).catch(
        (error) => {
          // Attempts beyond the limits have another code, so that a flood leaves few entries.
          if (error instanceof AppError && error.code === 'wrong_credentials') {
            logOfAccountLater(deps, request, { account, status: REFUSED })
          }
          throw error
        },
      )
      // Before the log: the session exists, even if its entry is late and the answer is 503.
      setCookies(reply, cookies)
      await logOfAccount(deps, request, { account, status: DONE })
      return reply.code(DONE).send(null)
    },
  )
  app.post(
    '/v1/auth/sign-out',
    {
      config,
      schema: {
        tags,
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Ends the session and clears its cookie; without a session, nothing happens.',
        response: done,
      },
    },
    async (request, reply) => {
      setCookies(reply, await signOut(own, visitOf(request, own.cookie)))
      return reply.code(204).send(null)
    },
  )
}

const passwordRoutes: FastifyPluginAsyncTypebox<SignInRouteDeps> = async (app, deps) => {
  const { signIn: own, guessLimit } = deps
  app.post(
    '/v1/auth/forgot-password',
    {
      config,
      schema: {
        tags,
        operationId: 'forgotPassword',
        summary: 'Request a link to reset a password',
        description:
          'The response does not reveal whether the account exists. An account receives at ' +
          'most five emails in 24 hours; networks that the account is not used from can ' +
          'trigger three of them. Without a mail server nothing is sent: the operator of the ' +
          'service creates a link with `piecework users reset-password`.',
        body: ForgotPassword,
        response: done,
      },
    },
    async (request, reply) => {
      await own.forgotten.ask(request.body.email, request.ip, (userId) =>
        logOfAccountLater(deps, request, { account: { userId }, status: DONE }),
      )
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/v1/auth/reset-password',
    {
      config,
      schema: {
        tags,
        operationId: 'resetPassword',
        summary: 'Reset a password with a link',
        description:
          'The link works once. All sessions and all other links of the account are ended; ' +
          'sign in afterwards.',
        body: ResetPassword,
        response: { ...done, ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const asked = { ip: request.ip, now: own.now() }
      const userId = await resetPassword(own, request.body, asked).catch((error) => {
        if (error instanceof AppError && error.code === 'link_expired') guessLimit.refuse(request)
        throw error
      })
      // The link is used up. A 503 because of the log would ask for a retry that cannot succeed.
      logOfAccountLater(deps, request, { account: { userId }, status: DONE })
      return reply.code(DONE).send(null)
    },
  )
  app.post(
    '/v1/auth/change-password',
    {
      config: { ...config, scope: 'person' },
      schema: {
        tags,
        operationId: 'changePassword',
        summary: 'Change your password',
        description:
          'Ends your other sessions and invalidates all links to reset a password; this ' +
          'session continues with a new cookie.',
        body: ChangePassword,
        response: { ...done, ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const visit = visitOf(request, own.cookie)
      const person = personOf(request)
      const account = { userId: person.userId }
      const cookies = await changePassword(own, person, request.body, visit).catch(
        async (error) => {
          if (error instanceof AppError && error.code === 'wrong_password') {
            await logOfAccount(deps, request, { account, status: REFUSED_CHANGE })
          }
          throw error
        },
      )
      // Before the log: the previous session has ended, even if the answer is 503.
      setCookies(reply, cookies)
      await logOfAccount(deps, request, { account, status: DONE })
      return reply.code(DONE).send(null)
    },
  )
}
