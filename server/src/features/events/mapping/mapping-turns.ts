import pLimit, { type LimitFunction } from 'p-limit'
import { createBoundedCache } from '../../../platform/bounded-cache.ts'

const AT_ONCE = 2
const ORGANIZATIONS_MAX = 1_000

/** Does some work when it is an organization's turn. */
export type MappingTurns = <T>(organizationId: string, work: () => Promise<T>) => Promise<T>

/**
 * A mapping can take a while, and holds a connection for as long: two at once, and of one
 * organization one, so that nobody's mappings keep those of others waiting.
 */
export function createMappingTurns(): MappingTurns {
  const atOnce = pLimit(AT_ONCE)
  const turns = createBoundedCache<LimitFunction>(ORGANIZATIONS_MAX)
  return (organizationId, work) => {
    const turn = turns.get(organizationId) ?? pLimit(1)
    turns.set(organizationId, turn)
    return turn(() => atOnce(work))
  }
}
