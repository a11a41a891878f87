import type { Db } from '../../../platform/database.ts'
import { allStrategies } from './queries.ts'
import { type Strategy, strategyOf } from './strategy.ts'

/**
 * The strategies that a plan bills by: neither deleted nor switched off. Also those of a deleted
 * plan, because the last period of an ended subscription may still have to be invoiced.
 */
export async function listLiveStrategies(
  db: Db,
  organizationId: string,
  planId: string,
): Promise<Strategy[]> {
  const rows = await allStrategies(db, { organizationId, planId })
  return rows.filter(({ isActive }) => isActive).map(strategyOf)
}
