import { type SqlBool, sql } from 'kysely'
import { batchedByKey } from '../../../platform/batching/batched.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../../platform/list.ts'
import type { PlanAgentKey } from '../link-queries.ts'
import { SORT } from '../queries.ts'
import { datedPricesOf } from './dated-price.ts'
import { priceFields, type Strategy, type StrategyRow } from './strategy.ts'

const strategyColumns = [
  'id',
  'planId',
  'name',
  'chargeType',
  'pricingModel',
  'signalId',
  'rate',
  'packageSize',
  'tiers',
  'billTiming',
  'isActive',
  'version',
  'createdAt',
  'updatedAt',
] as const

/** The columns of a strategy with its dated prices. */
export const strategySelection = [
  ...strategyColumns,
  datedPricesOf(sql.ref('pricing_strategies.id')).as('datedPrices'),
] as const

type PlanKey = { organizationId: string; planId: string }

/** Selects strategies of a plan that are not deleted. */
const selectStrategies = (db: Db, plan: PlanKey) =>
  db
    .selectFrom('pricingStrategies')
    .select(strategySelection)
    .where('organizationId', '=', plan.organizationId)
    .where('planId', '=', plan.planId)
    .where('deletedAt', 'is', null)

/** Lists strategies of a plan that are not deleted, in order of creation. */
export const allStrategies = batchedByKey(
  ({ organizationId, planId }: PlanKey) => `${organizationId} ${planId}`,
  async (db: Db, plans): Promise<StrategyRow[][]> => {
    const rows = await db
      .selectFrom('pricingStrategies')
      .select(strategySelection)
      .select('organizationId')
      .where(sql<SqlBool>`organization_id = any(${plans.map((one) => one.organizationId)}::uuid[])`)
      .where(sql<SqlBool>`plan_id = any(${plans.map(({ planId }) => planId)}::uuid[])`)
      .where('deletedAt', 'is', null)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    return plans.map(({ organizationId, planId }) =>
      rows.filter((row) => row.planId === planId && row.organizationId === organizationId),
    )
  },
)

export type StrategyKey = { organizationId: string; planId: string; id: string }

export function findStrategy(db: Db, key: StrategyKey): Promise<StrategyRow | undefined> {
  return selectStrategies(db, key).where('id', '=', key.id).executeTakeFirst()
}

export function findStrategies(
  db: Db,
  plan: PlanKey,
  ids: readonly string[],
): Promise<StrategyRow[]> {
  return selectStrategies(db, plan).where(sql<SqlBool>`id = any(${ids}::uuid[])`).execute()
}

export type StrategyFilter = {
  organizationId: string
  planId: string
  chargeType: StrategyRow['chargeType'] | undefined
  signalId: string | undefined
  isActive: boolean | undefined
  search: string | undefined
  updatedSince: Date | undefined
}

export function listStrategies(
  db: Db,
  { organizationId, planId, chargeType, signalId, isActive, search, updatedSince }: StrategyFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let strategies = selectStrategies(db, { organizationId, planId })
  if (chargeType !== undefined) strategies = strategies.where('chargeType', '=', chargeType)
  if (signalId !== undefined) strategies = strategies.where('signalId', '=', signalId)
  if (isActive !== undefined) strategies = strategies.where('isActive', '=', isActive)
  if (updatedSince !== undefined) strategies = strategies.where('updatedAt', '>=', updatedSince)
  if (search !== undefined) strategies = strategies.where(contains(['name'], search))
  return listPage(strategies, { ...page, orderBy: SORT[sortBy] })
}

/** Lists up to `limit` strategies of a plan that price signals of one agent. */
export function listStrategiesOfAgent(
  tx: Tx,
  { organizationId, planId, agentId, limit }: PlanAgentKey & { limit: number },
): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('pricingStrategies as strategy')
    .innerJoin('signals', 'signals.id', 'strategy.signalId')
    .select(['strategy.id', 'strategy.name'])
    .where('strategy.organizationId', '=', organizationId)
    .where('strategy.planId', '=', planId)
    .where('strategy.deletedAt', 'is', null)
    .where('signals.agentId', '=', agentId)
    .orderBy('strategy.id')
    .limit(limit)
    .execute()
}

export type PricedSignal = { id: string; name: string; agentId: string; agentName: string }

/** Finds the live signals with these ids, with their agents. */
export function findSignals(
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<PricedSignal[]> {
  return db
    .selectFrom('signals')
    .innerJoin('agents', 'agents.id', 'signals.agentId')
    .select(['signals.id', 'signals.name', 'agents.id as agentId', 'agents.name as agentName'])
    .where('signals.organizationId', '=', organizationId)
    .where(sql<SqlBool>`signals.id = any(${ids}::uuid[])`)
    .where('signals.deletedAt', 'is', null)
    .execute()
}

/**
 * Returns the written ids. A missing id belongs to a strategy whose signal the plan already prices.
 */
export async function insertStrategies(
  tx: Tx,
  organizationId: string,
  strategies: readonly Strategy[],
): Promise<Set<string>> {
  if (strategies.length === 0) return new Set()
  const rows = await tx
    .insertInto('pricingStrategies')
    .values(
      strategies.map((strategy) => {
        const { id, planId, name, isActive, createdAt, updatedAt } = strategy
        const billTiming = strategy.billTiming ?? 'arrears'
        const { tiers, ...price } = priceFields(strategy)
        const own = { id, organizationId, planId, name, billTiming, isActive, createdAt, updatedAt }
        return { ...own, ...price, tiers: tiers && JSON.stringify(tiers) }
      }),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['planId', 'signalId'])
        .where('chargeType', '=', sql.lit('usage'))
        .where('deletedAt', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Writes all fields of strategies, including those that the same transaction marked deleted
 * temporarily. The caller has locked their plan.
 */
export async function updateStrategies(
  tx: Tx,
  organizationId: string,
  strategies: readonly Strategy[],
  now: Date,
): Promise<void> {
  if (strategies.length === 0) return
  const rows = strategies.map((strategy) => ({ ...strategy, ...priceFields(strategy) }))
  await sql`
    update pricing_strategies as strategy
    set name = input.name, charge_type = input.charge_type, pricing_model = input.pricing_model,
      signal_id = input.signal_id, rate = input.rate, package_size = input.package_size,
      tiers = input.tiers::jsonb, bill_timing = input.bill_timing,
      is_active = input.is_active, updated_at = ${now}::timestamptz, deleted_at = null,
      version = strategy.version + 1
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ chargeType }) => chargeType)}::text[],
      ${rows.map(({ pricingModel }) => pricingModel)}::text[],
      ${rows.map(({ signalId }) => signalId)}::uuid[],
      ${rows.map(({ rate }) => rate)}::numeric[],
      ${rows.map(({ packageSize }) => packageSize)}::numeric[],
      ${rows.map(({ tiers }) => tiers && JSON.stringify(tiers))}::text[],
      ${rows.map(({ billTiming }) => billTiming ?? 'arrears')}::text[],
      ${rows.map(({ isActive }) => isActive)}::boolean[]
    ) as input (id, name, charge_type, pricing_model, signal_id, rate, package_size, tiers,
      bill_timing, is_active)
    where strategy.organization_id = ${organizationId} and strategy.id = input.id`.execute(tx)
}

/** Marks strategies deleted. Their versions stay, because nothing shows them from now on. */
export async function markStrategiesDeleted(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('pricingStrategies')
    .set({ deletedAt: now, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .where('deletedAt', 'is', null)
    .execute()
}
