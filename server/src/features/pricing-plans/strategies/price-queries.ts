import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import type { DatedPrice } from './dated-price.ts'
import { strategySelection } from './queries.ts'
import { priceFields, type StrategyRow } from './strategy.ts'

export type NewPrice = DatedPrice & { strategyId: string }

/** Inserts dated prices. Returns the ids that were written; the others met a price of the same day. */
export async function insertPrices(
  tx: Tx,
  organizationId: string,
  prices: readonly NewPrice[],
  now: Date,
): Promise<Set<string>> {
  if (prices.length === 0) return new Set()
  const rows = await tx
    .insertInto('strategyPrices')
    .values(
      prices.map(({ id, changeId, strategyId, from, audience, price }) => {
        const { pricingModel, rate, packageSize, tiers } = priceFields(price)
        return {
          ...{ id, organizationId, strategyId, effectiveFrom: from, audience, changeId },
          ...{ pricingModel, rate, packageSize, tiers: tiers && JSON.stringify(tiers) },
          createdAt: now,
        }
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['strategyId', 'effectiveFrom', 'audience']).doNothing(),
    )
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Corrects a dated price. The caller has locked the plan. */
export async function updatePrice(
  tx: Tx,
  organizationId: string,
  { id, price }: Pick<DatedPrice, 'id' | 'price'>,
): Promise<void> {
  const { pricingModel, rate, packageSize, tiers } = priceFields(price)
  await tx
    .updateTable('strategyPrices')
    .set({ pricingModel, rate, packageSize, tiers: tiers && JSON.stringify(tiers) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deletePrices(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('strategyPrices')
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
}

/** Raises the versions of strategies whose prices changed. */
export async function touchStrategies(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('pricingStrategies')
    .set((is) => ({ version: is('version', '+', 1), updatedAt: now }))
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()
}

type Chosen = {
  organizationId: string
  planIds: readonly string[]
  strategyIds: readonly string[]
}

/** Lists the active strategies of plans, and single ones, in the order of their plans. */
export function listStrategiesOf(
  db: Db,
  { organizationId, planIds, strategyIds }: Chosen,
): Promise<StrategyRow[]> {
  return db
    .selectFrom('pricingStrategies')
    .select(strategySelection)
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`(plan_id = any(${planIds}::uuid[]) or id = any(${strategyIds}::uuid[]))`)
    .where('deletedAt', 'is', null)
    .where('isActive', '=', sql.lit(true))
    .orderBy('planId')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Returns the plans of the strategies that are named. */
export async function listPlansOfStrategies(
  db: Db,
  { organizationId, strategyIds }: Chosen,
): Promise<string[]> {
  if (strategyIds.length === 0) return []
  const rows = await db
    .selectFrom('pricingStrategies')
    .select('planId')
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${strategyIds}::uuid[])`)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ planId }) => planId)
}

/** Lists the strategies of plans that are not deleted, deleted strategies too, that have a price of a change. */
export function listPricesOfChange(
  db: Db,
  organizationId: string,
  changeId: string,
): Promise<StrategyRow[]> {
  return db
    .selectFrom('pricingStrategies')
    .select(strategySelection)
    .where('organizationId', '=', organizationId)
    .where(
      sql<SqlBool>`id in (select strategy_id from strategy_prices where change_id = ${changeId})`,
    )
    .where(sql<SqlBool>`plan_id in (select id from pricing_plans where deleted_at is null)`)
    .orderBy('id')
    .execute()
}
