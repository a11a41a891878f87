import type { KeyType } from './key.ts'

/**
 * What a route asks of its caller, and a caller holds. `publishable`: reads that publishable keys may
 * do. `secret`: everything else, and what a route asks that names no scope.
 */
export type Scope = 'publishable' | 'secret'

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
  secret: ['publishable', 'secret'],
}

export function scopesOfKey(type: KeyType): readonly Scope[] {
  return SCOPES[type]
}
