import type { KeyScope, KeyType } from './key.ts'
import type { Permission } from './permissions.ts'

/**
 * What a route asks of its caller, and a caller holds. `publishable`: reads that publishable keys may
 * do. `record`: recording usage, for which there are keys that may do nothing else. `secret`: everything
 * else, and what a route asks that names no scope. `user`: for people alone.
 */
export type Scope = 'publishable' | 'record' | 'secret' | 'user'

/**
 * Who may call besides. `public`: nobody is asked who they are. `visitor`: people, signed in or not, and
 * no API keys. `person`: people who are signed in, without an organization. `portal`: customers in their
 * own portal, by its cookie alone, which means nothing to any other route.
 */
type OpenScope = 'public' | 'visitor' | 'person' | 'portal'

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: Scope | OpenScope
    /** What the role of a person must allow; owners alone, if none is named. A key needs none. */
    permission?: Permission
    /**
     * For a document that a browser opens by itself, without headers: it may name the organization of a person
     * in its address, as `organization`.
     */
    isDocument?: true
    /** How a publishable key is refused; portal sessions answer 401 instead of 403. */
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
