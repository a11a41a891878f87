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

type OfCustomer = { organizationId: string; customerId: string }

/** Returns the active budgets that a customer has for itself: those of every customer, and its own. */
export type BudgetsOf = (customer: OfCustomer) => Promise<readonly Budget[]>

export type ActiveBudgets = { of: BudgetsOf; forget: () => void }

/**
 * Keeps active budgets in memory. They change seldom, and each decision needs those of its customer:
 * what the other customers of the organization have must cost it nothing.
 */
export function createActiveBudgets(db: Db): ActiveBudgets {
  const known = createBoundedCache<Promise<ByCustomer>>(ORGANIZATIONS_MAX, { ttl: STALE_AFTER_MS })
  const byCustomerOf = (organizationId: string): Promise<ByCustomer> => {
    const kept = known.get(organizationId)
    if (kept) return kept
    const reading = listActiveBudgets(db, organizationId).then(byCustomer)
    known.set(organizationId, reading)
    // A failed read is not kept; its callers get the error.
    reading.catch(() => {
      if (known.peek(organizationId) === reading) known.delete(organizationId)
    })
    return reading
  }
  return {
    of: async ({ organizationId, customerId }) => {
      const { ofEvery, ofOne } = await byCustomerOf(organizationId)
      const own = ofOne.get(customerId)
      return own ? [...ofEvery, ...own] : ofEvery
    },
    forget: () => known.clear(),
  }
}

type ByCustomer = { ofEvery: readonly Budget[]; ofOne: ReadonlyMap<string | null, Budget[]> }

function byCustomer(budgets: readonly Budget[]): ByCustomer {
  const groups = Map.groupBy(
    budgets.filter(({ isPerCustomer }) => isPerCustomer),
    ({ customerId }) => customerId,
  )
  return { ofEvery: groups.get(null) ?? [], ofOne: groups }
}

/** Reads the organizations that have or had active budgets; recording looks for alerts of theirs only. */
export function createBudgetOrganizations(db: Db): Promise<KnownIds> {
  return createKnownIds(() => listBudgetOrganizations(db))
}
