import pLimit, { type LimitFunction } from 'p-limit'
import { createBoundedCache } from '../../../platform/bounded-cache.ts'

const AT_ONCE = 2
const ORGANIZATIONS_MAX = 1_000

/** Runs work when it is the organization's turn. */
export type MappingTurns = <T>(organizationId: string, work: () => Promise<T>) => Promise<T>

/**
 * Limits mappings to two at a time, and one per organization. A mapping may take long and holds a
 * connection, so one organization must not block the others.
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
