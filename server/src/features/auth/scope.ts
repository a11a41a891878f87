import type { KeyScope, KeyType } from './key.ts'

/**
 * What a route asks of its caller, and a caller holds. `publishable`: reads that publishable keys may
 * do. `record`: recording usage, for which there are keys that may do nothing else. `secret`: everything
 * else, and what a route asks that names no scope.
 */
export type Scope = 'publishable' | 'record' | 'secret'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `public`: nobody is asked who they are. */
    scope?: Scope | 'public'
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
