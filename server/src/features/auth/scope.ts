import type { KeyScope, KeyType } from './key.ts'
import type { Permission } from './permissions.ts'

/**
 * The scope that a route requires and a caller holds.
 * - `publishable`: reads that publishable keys may do.
 * - `record`: recording usage; some keys may do nothing else.
 * - `secret`: everything else, and the default of a route.
 * - `user`: signed-in users only.
 */
export type Scope = 'publishable' | 'record' | 'secret' | 'user'

/**
 * Scopes for routes without the usual authentication.
 * - `public`: no authentication.
 * - `visitor`: users, signed in or not, and no API keys.
 * - `person`: signed-in users, without an organization.
 * - `portal`: customers, by the portal cookie alone, which no other route accepts.
 */
type OpenScope = 'public' | 'visitor' | 'person' | 'portal'

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: Scope | OpenScope
    /** The permission that a user's role must have; owners only if omitted. API keys need none. */
    permission?: Permission
    /**
     * For a document that a browser opens directly, without custom headers. The URL may then name
     * the user's organization in the parameter `organization`.
     */
    isDocument?: true
    /** How a publishable key is rejected; portal sessions answer 401 instead of 403. */
    publishableRefusal?: 'forbidden' | 'unauthenticated'
  }
}

const SCOPES: Record<KeyType, readonly Scope[]> = {
  publishable: ['publishable'],
  secret: ['publishable', 'record', 'secret'],
}

export function scopesOfKey(type: KeyType, scope: KeyScope): readonly Scope[] {
  return scope === 'record' ? ['record'] : SCOPES[type]
}
