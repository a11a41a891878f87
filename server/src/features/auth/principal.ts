import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from './scope.ts'

/** Who is calling: a union, of which API keys are the first kind. */
export type Principal = {
  kind: 'apiKey'
  organizationId: string
  apiKeyId: string
  scopes: readonly Scope[]
}

/** Who does something, as logs keep it. */
export type Actor = { kind: 'api_key'; id: string }

/** Not exported: whoever wants to know who is calling asks the functions below. */
const PRINCIPAL = Symbol('principal')

declare module 'fastify' {
  interface FastifyRequest {
    [PRINCIPAL]: Principal | null
  }
}

export function addPrincipal(app: FastifyInstance): void {
  app.decorateRequest(PRINCIPAL, null)
}

/** For the authentication alone. */
export function setPrincipal(request: FastifyRequest, principal: Principal): void {
  request[PRINCIPAL] = principal
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
  }
}

/** An actor as one text: `api_key:<id>`. */
export function actorText({ kind, id }: Actor): string {
  return `${kind}:${id}`
}

function principalOf(request: FastifyRequest): Principal {
  const principal = request[PRINCIPAL]
  if (!principal) throw new Error(`${request.url} was reached without authentication`)
  return principal
}
