import type { Db } from '../../../platform/database.ts'
import { allStrategies } from './queries.ts'
import { type Strategy, strategyOf } from './strategy.ts'

/**
 * Lists the strategies that a plan bills: active and not deleted. Includes those of a deleted plan,
 * because the last period of an ended subscription may not be invoiced yet.
 */
export async function listLiveStrategies(
  db: Db,
  organizationId: string,
  planId: string,
): Promise<Strategy[]> {
  const rows = await allStrategies(db, { organizationId, planId })
  return rows.filter(({ isActive }) => isActive).map(strategyOf)
}
