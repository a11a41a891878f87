import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import type { GuessLimit } from '../../platform/http/limits/guess-limit.ts'
import type { Environment } from '../../platform/program/environment.ts'
import { withoutRefusal } from '../sessions/passwords/password-work.ts'
import { signIn as enter } from '../sessions/service.ts'
import type { SignIn } from '../sessions/sign-in.ts'
import { setCookies, visitOf } from '../sessions/visit.ts'
import { SetUp, SetupState } from './schemas.ts'
import { isSetupOpen, setUp } from './service.ts'

export type SetupDeps = {
  db: Db
  signIn: SignIn
  guessLimit: GuessLimit
  config: { environment: Environment; smtpUrl: string | undefined }
  now: () => Date
}

const tags = ['Set-up']

export const setupRoutes: FastifyPluginAsyncTypebox<SetupDeps> = async (app, deps) => {
  const { db, signIn, guessLimit, config, now } = deps
  const { environment, smtpUrl } = config
  app.get(
    '/v1/setup',
    {
      config: { scope: 'public' },
      schema: {
        tags,
        operationId: 'getSetup',
        summary: 'Read the setup state',
        response: { 200: SetupState },
      },
    },
    async () => ({
      isOpen: await isSetupOpen(db),
      environment,
      sendsMail: smtpUrl !== undefined,
    }),
  )
  app.post(
    '/v1/setup',
    {
      config: { scope: 'public', idempotencyHeader: false },
      schema: {
        tags,
        operationId: 'setUp',
        summary: 'Create the first owner',
        description:
          'Requires the token of the link that the service prints while there is no account. ' +
          'The owner becomes a member of every existing organization and is signed in.',
        body: SetUp,
        response: {
          204: Type.Null({ description: 'Done. The response sets a session cookie.' }),
          ...errorResponses(409),
        },
      },
    },
    async (request, reply) => {
      await setUp(db, request.body, now()).catch((error) => {
        if (error instanceof AppError && error.code === 'setup_token_wrong') {
          guessLimit.refuse(request)
        }
        throw error
      })
      const visit = visitOf(request, signIn.cookie)
      // The owner exists, so this request must not be refused because of load.
      setCookies(reply, await withoutRefusal(() => enter(signIn, request.body, visit)))
      return reply.code(204).send(null)
    },
  )
}
