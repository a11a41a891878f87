import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { GuessLimit } from '../../platform/http/guess-limit.ts'
import type { Authenticator, Principal } from './service.ts'

/**
 * Which keys a route takes. `any`: reads that publishable keys may do. `secret`: everything else.
 * `public`: no key at all.
 */
export type Access = 'any' | 'secret' | 'public'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** How a publishable key is refused; portal sessions answer 401 instead of 403. */
    publishableRefusal?: 'forbidden' | 'unauthenticated'
  }
  interface FastifyRequest {
    principal: Principal | null
  }
}

type AuthenticationDeps = { authenticator: Authenticator; guessLimit: GuessLimit }

/** Puts the caller on every request of a route that is not public, or refuses it. */
export function addAuthentication(
  app: FastifyInstance,
  { authenticator, guessLimit }: AuthenticationDeps,
): void {
  app.decorateRequest('principal', null)
  app.addHook('onRequest', async (request) => {
    const { access = 'secret' } = request.routeOptions.config
    if (access === 'public') return
    const principal = request.is404
      ? await findCaller({ authenticator, guessLimit }, request)
      : await authenticate({ authenticator, guessLimit }, request)
    if (!principal) return
    // Whoever left meanwhile is already logged, as nobody: nothing may be done in that name.
    if (request.raw.socket.destroyed) throw new AppError('unauthenticated', 'The caller has left')
    request.principal = principal
    if (request.is404) return
    if (principal.type === 'publishable' && access === 'secret') refusePublishable(request)
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

/** The organization of an authenticated request. */
export function organizationOf(request: FastifyRequest): string {
  if (!request.principal) throw new Error(`${request.url} was reached without authentication`)
  return request.principal.organizationId
}

/** Who acts, as change logs name it. */
export function actorOf(request: FastifyRequest): string {
  return request.principal ? `api_key:${request.principal.apiKeyId}` : 'system'
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

function refusePublishable(request: FastifyRequest): never {
  const kind = request.routeOptions.config.publishableRefusal ?? 'forbidden'
  const action = request.method === 'GET' ? 'read this' : 'write'
  throw new AppError(kind, `A publishable key cannot ${action}; use a secret key (pw_sk_…)`)
}
