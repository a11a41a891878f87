import type { ScopedId } from '../../domain/scoped-id.ts'
import { announceChange } from '../../platform/cache-events.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Slice } from '../../platform/list.ts'
import { CATALOG } from './catalog.ts'
import type { CostRate, SetCostRate, Setter } from './cost-rates/cost-rate.ts'
import * as queries from './cost-rates/queries.ts'

/** Stores an own rate and notifies every process. */
export async function addCostRate(tx: Tx, rate: CostRate, actor: Setter): Promise<void> {
  await queries.insertCostRate(tx, rate, actor)
  await announceChange(tx, CATALOG)
}

/**
 * Marks an own rate as withdrawn and notifies every process. Returns false if it is absent or already
 * withdrawn, and if it belongs to an allocation.
 */
export async function withdrawCostRate(tx: Tx, key: ScopedId, now: Date): Promise<boolean> {
  const isWithdrawn = await queries.markWithdrawn(tx, key, now)
  await announceChange(tx, CATALOG)
  return isWithdrawn
}

export function findCostRate(db: Db, key: ScopedId): Promise<SetCostRate | undefined> {
  return queries.findCostRate(db, key)
}

/** Withdraws the provisional rates of some months of an allocation, and notifies every process. */
export async function withdrawProvisionalRates(
  tx: Tx,
  asked: queries.AllocatedRates,
  now: Date,
): Promise<void> {
  await queries.withdrawProvisional(tx, asked, now)
  await announceChange(tx, CATALOG)
}

/** Finds the latest rate of an allocation that begins at an instant or before. */
export function findAllocatedRate(
  db: Db,
  asked: Parameters<typeof queries.findAllocatedRate>[1],
): Promise<CostRate | undefined> {
  return queries.findAllocatedRate(db, asked)
}

export type { CostRateFilter } from './cost-rates/queries.ts'

/** Lists a page of own rates, the latest first. */
export function listCostRates(
  db: Db,
  filter: queries.CostRateFilter,
  page: Slice,
): Promise<{ rows: SetCostRate[]; total: number }> {
  return queries.listCostRates(db, filter, page)
}

/** Returns those of the ids that are own rates of the organization. */
export async function costRateIdsAmong(
  db: Db,
  asked: { organizationId: string; ids: readonly string[] },
): Promise<Set<string>> {
  return new Set(asked.ids.length === 0 ? [] : await queries.listCostRateIds(db, asked))
}
