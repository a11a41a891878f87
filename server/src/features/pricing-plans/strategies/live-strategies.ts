import type { Db } from '../../../platform/database.ts'
import { allStrategies, findStrategy, type StrategyKey } from './queries.ts'
import { type Strategy, type StrategyRow, strategyOf } from './strategy.ts'

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

/** Lists the strategies of a plan that are not deleted, in order of creation. */
export function listRows(db: Db, organizationId: string, planId: string): Promise<StrategyRow[]> {
  return allStrategies(db, { organizationId, planId })
}

/** Finds a strategy of a plan that is not deleted. */
export function findLiveRow(db: Db, key: StrategyKey): Promise<StrategyRow | undefined> {
  return findStrategy(db, key)
}
