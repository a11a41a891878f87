import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { AppError } from '../../platform/errors.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { personOf } from '../auth/principal.ts'
import { resetPassword } from './reset-password.ts'
import { ChangePassword, ForgotPassword, ResetPassword, SignIn } from './schemas.ts'
import { changePassword, signIn, signOut } from './service.ts'
import type { SignInRouteDeps } from './sign-in.ts'
import { setCookies, visitOf } from './visit.ts'

const tags = ['Sign-in']
const done = { 204: Type.Null({ description: 'Done.' }) }
/** Nothing of it is kept for repeats: what counts is the cookie. */
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
          'Answers with the cookie of a session of seven days, which is extended while it is used. ' +
          'Whoever guesses is slowed down.',
        body: SignIn,
        response: { ...done, ...errorResponses(400, 401, 403, 413, 415, 429) },
      },
    },
    async (request, reply) => {
      setCookies(reply, await signIn(own, request.body, visitOf(request, own.cookie)))
      return reply.code(204).send(null)
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
        description: 'Ends the session and takes its cookie away; without one, nothing happens.',
        response: { ...done, ...errorResponses(403, 429) },
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
        summary: 'Ask for a link to choose another password',
        description:
          'Answers the same whether or not there is such an account. An account gets at most five mails in ' +
          '24 hours, of which networks that it is not used from can take three. Without a mail server nothing is ' +
          'sent: whoever runs the service makes a link by `piecework users reset-password`.',
        body: ForgotPassword,
        response: { ...done, ...errorResponses(400, 403, 413, 415, 429) },
      },
    },
    async (request, reply) => {
      await own.forgotten.ask(request.body.email, request.ip)
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
        summary: 'Choose another password by a link',
        description:
          'The link works once. Every session and every other link of the account ends; sign in afterwards.',
        body: ResetPassword,
        response: { ...done, ...errorResponses(400, 403, 409, 413, 415, 429) },
      },
    },
    async (request, reply) => {
      const asked = { ip: request.ip, now: own.now() }
      await resetPassword(own, request.body, asked).catch((error) => {
        if (error instanceof AppError && error.code === 'link_expired') guessLimit.refuse(request)
        throw error
      })
      return reply.code(204).send(null)
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
          'Your other sessions and all links to choose a password end; this session goes on with another cookie.',
        body: ChangePassword,
        response: { ...done, ...errorResponses(400, 401, 403, 409, 413, 415, 429) },
      },
    },
    async (request, reply) => {
      const visit = visitOf(request, own.cookie)
      setCookies(reply, await changePassword(own, personOf(request), request.body, visit))
      return reply.code(204).send(null)
    },
  )
}
