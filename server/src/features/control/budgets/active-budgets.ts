import { createBoundedCache } from '../../../platform/bounded-cache.ts'
import type { CacheTopic } from '../../../platform/cache-events.ts'
import type { Db } from '../../../platform/database.ts'
import { createKnownIds, type KnownIds } from '../../../platform/known-ids.ts'
import type { Budget } from './budget.ts'
import { listActiveBudgets, listBudgetOrganizations } from './queries.ts'

/** Cache invalidation topic for the budgets of all organizations. */
export const BUDGETS: CacheTopic = { name: 'budgets' }

const ORGANIZATIONS_MAX = 10_000
const STALE_AFTER_MS = 10_000

export type ActiveBudgets = {
  /** Returns the active budgets of an organization. */
  of: (organizationId: string) => Promise<readonly Budget[]>
  forget: () => void
}

/** Keeps active budgets in memory. They change seldom, and each decision needs them. */
export function createActiveBudgets(db: Db): ActiveBudgets {
  const known = createBoundedCache<Promise<readonly Budget[]>>(ORGANIZATIONS_MAX, {
    ttl: STALE_AFTER_MS,
  })
  return {
    of: (organizationId) => {
      const kept = known.get(organizationId)
      if (kept) return kept
      const reading = listActiveBudgets(db, organizationId)
      known.set(organizationId, reading)
      // A failed read is not kept; its callers get the error.
      reading.catch(() => {
        if (known.peek(organizationId) === reading) known.delete(organizationId)
      })
      return reading
    },
    forget: () => known.clear(),
  }
}

/** Reads the organizations that have or had active budgets; recording looks for alerts of theirs only. */
export function createBudgetOrganizations(db: Db): Promise<KnownIds> {
  return createKnownIds(() => listBudgetOrganizations(db))
}
