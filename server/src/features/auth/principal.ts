import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Role } from './permissions.ts'
import type { SignedIn } from './person-finder.ts'
import type { Scope } from './scope.ts'
import type { PortalVisitor } from './visitor-finder.ts'

/** The authenticated caller and its organization. */
export type Principal = KeyPrincipal | MemberPrincipal | PortalPrincipal

export type KeyPrincipal = {
  kind: 'apiKey'
  organizationId: string
  apiKeyId: string
  scopes: readonly Scope[]
}

export type MemberPrincipal = {
  kind: 'user'
  organizationId: string
  userId: string
  memberId: string
  role: Role
}

/** A customer who uses the customer's own portal. */
export type PortalPrincipal = PortalVisitor & { kind: 'portal' }

/** The author of an action, as logs store it. */
export type Actor = { kind: ActorKind; id: string }
export type ActorKind = 'api_key' | 'user' | 'customer'

/** Not exported: other modules use the functions below. */
const PRINCIPAL = Symbol('principal')
const PERSON = Symbol('person')

declare module 'fastify' {
  interface FastifyRequest {
    [PRINCIPAL]: Principal | null
    [PERSON]: SignedIn | null
  }
}

export function addPrincipal(app: FastifyInstance): void {
  app.decorateRequest(PRINCIPAL, null)
  app.decorateRequest(PERSON, null)
}

/** For the authentication hook, and for requests that join an organization. */
export function setPrincipal(request: FastifyRequest, principal: Principal): void {
  request[PRINCIPAL] = principal
}

/** For the authentication hook only. */
export function setPerson(request: FastifyRequest, person: SignedIn): void {
  request[PERSON] = person
}

/** Returns false on public routes, and for requests rejected before the caller is known. */
export function isAuthenticated(request: FastifyRequest): boolean {
  return Boolean(request[PRINCIPAL])
}

/** The organization of an authenticated request. */
export function organizationOf(request: FastifyRequest): string {
  return principalOf(request).organizationId
}

/** Returns the author of an authenticated request. */
export function actorOf(request: FastifyRequest): Actor {
  const principal = principalOf(request)
  switch (principal.kind) {
    case 'apiKey':
      return { kind: 'api_key', id: principal.apiKeyId }
    case 'user':
      return { kind: 'user', id: principal.userId }
    case 'portal':
      return { kind: 'customer', id: principal.customerId }
  }
}

/** Returns the caller whose requests share one count; undefined before authentication. */
export function callerOf(request: FastifyRequest): Actor | undefined {
  if (isAuthenticated(request)) return actorOf(request)
  const userId = request[PERSON]?.userId
  return userId === undefined ? undefined : { kind: 'user', id: userId }
}

/** Formats an actor as `<kind>:<id>`, for example `api_key:<id>`. */
export function actorText({ kind, id }: Actor): string {
  return `${kind}:${id}`
}

/** Returns the member who makes the request; throws on a route that API keys can reach. */
export function memberOf(request: FastifyRequest): MemberPrincipal {
  const principal = principalOf(request)
  if (principal.kind !== 'user')
    throw new Error(`${request.url} was reached without a signed-in user`)
  return principal
}

/** Returns the customer of a portal request; throws outside the portal. */
export function visitorOf(request: FastifyRequest): PortalPrincipal {
  const principal = principalOf(request)
  if (principal.kind !== 'portal') throw new Error(`${request.url} was reached without a customer`)
  return principal
}

/** Returns true if the request comes from a customer's portal. */
export function isVisitor(request: FastifyRequest): boolean {
  return request[PRINCIPAL]?.kind === 'portal'
}

/** Returns the signed-in user; undefined for API keys and anonymous requests. */
export function findPerson(request: FastifyRequest): SignedIn | undefined {
  return request[PERSON] ?? undefined
}

export function personOf(request: FastifyRequest): SignedIn {
  const person = request[PERSON]
  if (!person) throw new Error(`${request.url} was reached without a signed-in user`)
  return person
}

function principalOf(request: FastifyRequest): Principal {
  const principal = request[PRINCIPAL]
  if (!principal) throw new Error(`${request.url} was reached without authentication`)
  return principal
}
