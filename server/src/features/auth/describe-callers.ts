import type { FastifyContextConfig } from 'fastify'
import { type Scope, scopesOfKey } from './scope.ts'

/** The security schemes of the API document. */
export const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'piecework.session_token',
    description:
      'Session cookie of a signed-in person. Requests in an organization name it in the ' +
      'header `x-piecework-organization`, by its slug or its id.',
  },
  portal: {
    type: 'apiKey',
    in: 'cookie',
    name: 'piecework_portal',
    description: 'Session cookie of a customer who opened a link to their portal.',
  },
} as const

const KEY = { apiKey: [] }
const SESSION = { session: [] }
const PORTAL = { portal: [] }

/** The keys of the table in the guide `security.md`. */
const KEYS = {
  secret: scopesOfKey('secret', 'full'),
  record: scopesOfKey('secret', 'record'),
  publishable: scopesOfKey('publishable', 'full'),
}

const keysOf = (scope: Scope) =>
  Object.entries(KEYS).flatMap(([key, scopes]) => (scopes.includes(scope) ? [key] : []))

/**
 * Describes who may call a route, with which keys, and the permission it requires; null means owners
 * only.
 */
export function describeCallers({ scope = 'secret', permission }: FastifyContextConfig): object {
  const needed = { 'x-permission': permission ?? null }
  switch (scope) {
    case 'public':
      return { security: [], 'x-callers': 'anybody' }
    case 'visitor':
      return { security: [{}, SESSION], 'x-callers': 'visitors' }
    case 'person':
      return { security: [SESSION], 'x-callers': 'people' }
    case 'portal':
      return { security: [PORTAL], 'x-callers': 'customers' }
    case 'user':
      return { security: [SESSION], 'x-callers': 'members', ...needed }
    default:
      return {
        security: [KEY, SESSION],
        'x-callers': 'keys and members',
        'x-keys': keysOf(scope),
        ...needed,
      }
  }
}

type RefusedStatus = 400 | 401 | 403 | 404

/** Returns the statuses with which callers of a route may be refused. */
export function refusalsOfCallers(
  { scope = 'secret' }: FastifyContextConfig,
  method: string,
): RefusedStatus[] {
  // A request that changes data is refused with 403 when it comes from a foreign page.
  const foreign: RefusedStatus[] = method === 'GET' ? [] : [403]
  switch (scope) {
    case 'public':
      return foreign
    case 'portal':
      return [401, ...foreign]
    case 'visitor':
    case 'person':
      return [401, 403]
    default:
      // 400 and 404: a signed-in person names no organization, or one that they are not in.
      return [400, 401, 403, 404]
  }
}
