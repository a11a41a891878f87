import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Role } from './permissions.ts'
import type { SignedIn } from './person-finder.ts'
import type { Scope } from './scope.ts'
import type { PortalVisitor } from './visitor-finder.ts'

/** Who is calling, in which organization. */
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

/** A customer in their own portal. */
export type PortalPrincipal = PortalVisitor & { kind: 'portal' }

/** Who does something, as logs keep it. */
export type Actor = { kind: ActorKind; id: string }
export type ActorKind = 'api_key' | 'user' | 'customer'

/** Not exported: whoever wants to know who is calling asks the functions below. */
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

/** For the authentication, and for whoever joins an organization by what they ask. */
export function setPrincipal(request: FastifyRequest, principal: Principal): void {
  request[PRINCIPAL] = principal
}

/** For the authentication alone. */
export function setPerson(request: FastifyRequest, person: SignedIn): void {
  request[PERSON] = person
}

/** False on public routes, and for whoever is refused before it is known who calls. */
export function isAuthenticated(request: FastifyRequest): boolean {
  return Boolean(request[PRINCIPAL])
}

/** The organization of an authenticated request. */
export function organizationOf(request: FastifyRequest): string {
  return principalOf(request).organizationId
}

/** Who makes an authenticated request. */
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

/** Whose requests are counted together; undefined for whoever is nobody yet. */
export function callerOf(request: FastifyRequest): Actor | undefined {
  if (isAuthenticated(request)) return actorOf(request)
  const userId = request[PERSON]?.userId
  return userId === undefined ? undefined : { kind: 'user', id: userId }
}

/** An actor as one text: `api_key:<id>`. */
export function actorText({ kind, id }: Actor): string {
  return `${kind}:${id}`
}

/** The member who makes a request that keys may not make. */
export function memberOf(request: FastifyRequest): MemberPrincipal {
  const principal = principalOf(request)
  if (principal.kind !== 'user') throw new Error(`${request.url} was reached without a person`)
  return principal
}

/** The customer whose portal a request is made in. */
export function visitorOf(request: FastifyRequest): PortalPrincipal {
  const principal = principalOf(request)
  if (principal.kind !== 'portal') throw new Error(`${request.url} was reached without a customer`)
  return principal
}

/** Whether a request is made by a customer in their own portal. */
export function isVisitor(request: FastifyRequest): boolean {
  return request[PRINCIPAL]?.kind === 'portal'
}

/** Who is signed in; undefined for keys and for nobody. */
export function findPerson(request: FastifyRequest): SignedIn | undefined {
  return request[PERSON] ?? undefined
}

export function personOf(request: FastifyRequest): SignedIn {
  const person = request[PERSON]
  if (!person) throw new Error(`${request.url} was reached without a person`)
  return person
}

function principalOf(request: FastifyRequest): Principal {
  const principal = request[PRINCIPAL]
  if (!principal) throw new Error(`${request.url} was reached without authentication`)
  return principal
}
