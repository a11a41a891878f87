import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../platform/errors.ts'
import type { GuessLimit } from '../../platform/http/limits/guess-limit.ts'
import type { Authenticator } from './authenticator.ts'
import { mayRole, whoMay } from './permissions.ts'
import type { PersonFinder, SignedIn } from './person-finder.ts'
import {
  addPrincipal,
  type KeyPrincipal,
  type MemberPrincipal,
  type PortalPrincipal,
  type Principal,
  setPerson,
  setPrincipal,
} from './principal.ts'
import type { Scope } from './scope.ts'
import type { VisitorFinder } from './visitor-finder.ts'

type AuthenticationDeps = {
  authenticator: Authenticator
  people: PersonFinder
  visitors: VisitorFinder
  guessLimit: GuessLimit
}

/** Authenticates the caller of every route that is not public, or rejects the request. */
export function addAuthentication(app: FastifyInstance, deps: AuthenticationDeps): void {
  addPrincipal(app)
  app.addHook('onRequest', async (request) => {
    const { scope = 'secret' } = request.routeOptions.config
    if (scope === 'public') return
    if (scope === 'portal') return enter(request, await findVisitor(deps, request))
    if (request.is404) {
      const principal = await findCaller(deps, request)
      if (principal) enter(request, principal)
      return
    }
    // An API key takes precedence over a session cookie.
    const isPersons = request.headers['x-api-key'] === undefined
    const cookie = isPersons ? deps.people.cookieIn(request.headers.cookie) : undefined
    if (cookie === undefined) {
      if (scope === 'visitor' && isPersons) return
      if (scope === 'person' && isPersons) throw notSignedIn()
      const principal = await authenticate(deps, request)
      enter(request, principal)
      refuseBeyondScopes(request, principal, scope)
      return
    }
    const person = await deps.people.find(cookie)
    if (!person) {
      if (scope === 'visitor') return
      deps.guessLimit.refuse(request)
      throw notSignedIn()
    }
    refuseIfDisconnected(request)
    setPerson(request, person)
    if (scope === 'visitor' || scope === 'person') return
    const principal = principalIn(request, person)
    enter(request, principal)
    const { permission } = request.routeOptions.config
    if (!mayRole(principal.role, permission)) {
      throw new AppError('role_too_low', whoMay(permission))
    }
  })
}

function enter(request: FastifyRequest, principal: Principal): void {
  refuseIfDisconnected(request)
  setPrincipal(request, principal)
}

/**
 * Rejects a request whose connection has closed. It is already logged without a caller, so nothing
 * may be done on behalf of one.
 */
function refuseIfDisconnected(request: FastifyRequest): void {
  if (request.raw.socket.destroyed)
    throw new AppError('unauthenticated', 'The caller closed the connection')
}

/** Authenticates by the portal cookie alone: an API key or a signed-in user is not a customer. */
async function findVisitor(
  { visitors, guessLimit }: AuthenticationDeps,
  request: FastifyRequest,
): Promise<PortalPrincipal> {
  const cookie = visitors.cookieIn(request.headers.cookie)
  if (cookie === undefined) throw notVisiting()
  const found = await visitors.find(cookie)
  switch (found) {
    case 'unknown':
      guessLimit.refuse(request)
      throw notVisiting()
    case 'expired':
      throw new AppError(
        'portal_session_expired',
        'Your portal session has expired; request a new link',
      )
    case 'revoked':
      throw new AppError(
        'portal_session_revoked',
        'Your portal link was revoked; request a new link',
      )
    default:
      return { kind: 'portal', ...found }
  }
}

function notVisiting(): AppError {
  return new AppError(
    'portal_session_missing',
    'This requires a portal session; open the link that you received, or request a new one',
  )
}

/** Finds the caller of an unknown route for the log; returns null without a valid key. */
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
    // A valid key gets a different answer, so guesses are limited here too.
    guessLimit.refuse(request)
    return null
  }
}

async function authenticate(
  { authenticator, guessLimit }: AuthenticationDeps,
  request: FastifyRequest,
): Promise<KeyPrincipal> {
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
      : 'Send your API key in the header x-api-key, or sign in',
  )
}

function notSignedIn(): AppError {
  return new AppError(
    'unauthenticated',
    'You are not signed in, or your session has ended; sign in',
  )
}

const ORGANIZATION = 'x-piecework-organization'

/** Returns the membership of the signed-in user in the organization that the request names. */
function principalIn(request: FastifyRequest, { userId, memberships }: SignedIn): MemberPrincipal {
  const named = request.headers[ORGANIZATION] ?? organizationInAddress(request)
  if (typeof named !== 'string' || named === '') {
    throw new AppError(
      'organization_missing',
      `Send the slug or the id of your organization in the header ${ORGANIZATION}`,
    )
  }
  const wanted = named.toLowerCase()
  const found = memberships.find(({ organizationId, slug }) =>
    [organizationId, slug].includes(wanted),
  )
  // Same answer for an organization that exists without this user.
  if (!found) return notFound('Organization')
  const { organizationId, memberId, role } = found
  return { kind: 'user', organizationId, userId, memberId, role }
}

function organizationInAddress({ routeOptions, query }: FastifyRequest): unknown {
  if (!routeOptions.config.isDocument) return undefined
  return (query as { organization?: unknown }).organization
}

function refuseBeyondScopes(
  request: FastifyRequest,
  { scopes }: KeyPrincipal,
  scope: Scope | 'visitor' | 'person',
): void {
  if (scope === 'user' || scope === 'visitor' || scope === 'person') {
    throw new AppError('person_only', 'An API key cannot do this; sign in instead')
  }
  if (scopes.includes(scope)) return
  if (scopes.includes('record')) refuseRecordOnly()
  refusePublishable(request)
}

/** Names every path that a record-only key may call. */
const RECORD_ONLY =
  'This key may only record usage (/v1/usage/record, /v1/otlp, /v1/ingest) and ask before runs ' +
  '(/v1/guard); use a secret key without that limit'

/**
 * Rejects a record-only key, also where a publishable key may read: workers hold it and need no
 * reads.
 */
function refuseRecordOnly(): never {
  throw new AppError('forbidden', RECORD_ONLY)
}

function refusePublishable(request: FastifyRequest): never {
  const kind = request.routeOptions.config.publishableRefusal ?? 'forbidden'
  const action = request.method === 'GET' ? 'read this' : 'write'
  throw new AppError(kind, `A publishable key cannot ${action}; use a secret key (pw_sk_…)`)
}
