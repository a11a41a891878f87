import pLimit, { type LimitFunction } from 'p-limit'
import { createBoundedCache } from '../../platform/bounded-cache.ts'

const ORGANIZATIONS_MAX = 1_000

/** Runs work when it is the organization's turn. */
export type OrganizationTurns = <T>(organizationId: string, work: () => Promise<T>) => Promise<T>

/**
 * Limits work that takes a lock of its organization to `atOnce` at a time, and one per
 * organization. Such work may wait long and holds a connection, so one organization must not block
 * the others.
 */
export function createOrganizationTurns(limit: { atOnce: number }): OrganizationTurns {
  const atOnce = pLimit(limit.atOnce)
  const turns = createBoundedCache<LimitFunction>(ORGANIZATIONS_MAX)
  return (organizationId, work) => {
    const turn = turns.get(organizationId) ?? pLimit(1)
    turns.set(organizationId, turn)
    return turn(() => atOnce(work))
  }
}
