import type { Db } from '../../../platform/database.ts'
import { listBudgetOrganizations } from './queries.ts'

/** The organizations that have or had active budgets; recording looks for alerts of theirs only. */
export type BudgetOrganizations = {
  has: (organizationId: string) => boolean
  refresh: () => Promise<void>
}

export async function createBudgetOrganizations(db: Db): Promise<BudgetOrganizations> {
  const known = new Set<string>()
  const refresh = async () => {
    for (const organizationId of await listBudgetOrganizations(db)) known.add(organizationId)
  }
  await refresh()
  return { has: (organizationId) => known.has(organizationId), refresh }
}
