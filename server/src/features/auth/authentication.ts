import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { GuessLimit } from '../../platform/http/guess-limit.ts'
import type { Authenticator } from './authenticator.ts'
import { addPrincipal, type Principal, setPrincipal } from './principal.ts'

type AuthenticationDeps = { authenticator: Authenticator; guessLimit: GuessLimit }

/** Puts the caller on every request of a route that is not public, or refuses it. */
export function addAuthentication(
  app: FastifyInstance,
  { authenticator, guessLimit }: AuthenticationDeps,
): void {
  addPrincipal(app)
  app.addHook('onRequest', async (request) => {
    const { scope = 'secret' } = request.routeOptions.config
    if (scope === 'public') return
    const principal = request.is404
      ? await findCaller({ authenticator, guessLimit }, request)
      : await authenticate({ authenticator, guessLimit }, request)
    if (!principal) return
    // Whoever left meanwhile is already logged, as nobody: nothing may be done in that name.
    if (request.raw.socket.destroyed) throw new AppError('unauthenticated', 'The caller has left')
    setPrincipal(request, principal)
    if (request.is404) return
    if (!principal.scopes.includes(scope)) refuse(request, principal)
  })
}

/** Who calls a route that does not exist, for the log; such a call needs no key. */
async function findCaller(
  { authenticator, guessLimit }: AuthenticationDeps,
  request: FastifyRequest,
): Promise<Principal | null> {
  const key = request.headers['x-api-key']
  if (typeof key !== 'string') return null
  try {
    return await authenticator.authenticate(key)
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'unauthenticated') throw error
    // Its answer differs for a good key, so here too nobody may guess.
    guessLimit.refuse(request)
    return null
  }
}

async function authenticate(
  { authenticator, guessLimit }: AuthenticationDeps,
  request: FastifyRequest,
): Promise<Principal> {
  const key = keyOf(request)
  return authenticator.authenticate(key).catch((error) => {
    if (error instanceof AppError && error.kind === 'unauthenticated') guessLimit.refuse(request)
    throw error
  })
}

function keyOf(request: FastifyRequest): string {
  const key = request.headers['x-api-key']
  if (typeof key === 'string' && key !== '') return key
  throw new AppError(
    'unauthenticated',
    request.headers.authorization
      ? 'Send the API key in the header x-api-key; Authorization is not accepted'
      : 'Send your API key in the header x-api-key',
  )
}

function refuse(request: FastifyRequest, principal: Principal): never {
  switch (principal.kind) {
    case 'apiKey':
      return principal.scopes.includes('record') ? refuseRecordOnly() : refusePublishable(request)
  }
}

/** Also where a publishable key may read: this one is held by workers, which have nothing to see. */
function refuseRecordOnly(): never {
  throw new AppError(
    'forbidden',
    'This key may only record usage (POST /v1/usage/record); use a secret key without that limit',
  )
}

function refusePublishable(request: FastifyRequest): never {
  const kind = request.routeOptions.config.publishableRefusal ?? 'forbidden'
  const action = request.method === 'GET' ? 'read this' : 'write'
  throw new AppError(kind, `A publishable key cannot ${action}; use a secret key (pw_sk_…)`)
}
