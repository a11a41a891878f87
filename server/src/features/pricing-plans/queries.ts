import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { type LockMode, lockRows } from '../../platform/advisory-lock.ts'
import { untilAllVisibleIn } from '../../platform/database/cluster/prepared-on-node.ts'
import { RAISED_VERSION } from '../../platform/database/raised-version.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../platform/list.ts'

export type PlanRow = {
  id: string
  name: string
  description: string | null
  isActive: boolean
  currency: string
  featuresList: object
  rejectionDays: number | null
  autoAcceptRejections: boolean
  version: number
  createdAt: Date
  updatedAt: Date
}

const columns = [
  'id',
  'name',
  'description',
  'isActive',
  'currency',
  sql<PlanRow['featuresList']>`features_list`.as('featuresList'),
  'rejectionDays',
  'autoAcceptRejections',
  'version',
  'createdAt',
  'updatedAt',
] as const

/** Finds and locks a live plan; the lock also keeps its links to agents. */
export async function lockPlan(
  tx: Tx,
  key: ScopedId,
  mode: LockMode,
): Promise<PlanRow | undefined> {
  const { organizationId, id } = key
  await lockRows(tx, { table: 'pricingPlans', organizationId, ids: [id] }, mode)
  return findPlan(tx, key)
}

const selectEveryPlan = (db: Db) => db.selectFrom('pricingPlans').select(columns)

/** Selects plans that are not deleted. */
export const selectPlans = (db: Db) => selectEveryPlan(db).where('deletedAt', 'is', null)

/** Like `findPlan`; finds deleted plans too. */
export function findEveryPlan(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<PlanRow | undefined> {
  return selectEveryPlan(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findPlan(db: Db, { organizationId, id }: ScopedId): Promise<PlanRow | undefined> {
  return selectPlans(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type PlanFilter = {
  organizationId: string
  agentId: string | undefined
  isActive: boolean | undefined
  search: string | undefined
  updatedSince: Date | undefined
}

/** Sort columns of plans and strategies. */
export const SORT = {
  createdAt: sql`created_at`,
  name: sql`lower(name)`,
  updatedAt: sql`updated_at`,
}

export function listPlans(
  db: Db,
  { organizationId, agentId, isActive, search, updatedSince }: PlanFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let plans = selectPlans(db).where('organizationId', '=', organizationId)
  if (isActive !== undefined) plans = plans.where('isActive', '=', isActive)
  if (agentId !== undefined) {
    plans = plans.where(
      sql<SqlBool>`id in (select plan_id from pricing_plan_agents
        where organization_id = ${organizationId} and agent_id = ${agentId})`,
    )
  }
  if (updatedSince !== undefined) plans = plans.where('updatedAt', '>=', updatedSince)
  if (search !== undefined) plans = plans.where(contains(['name', 'description'], search))
  return listPage(plans, { ...page, orderBy: SORT[sortBy] })
}

/** Returns the organization's currency, the default for new plans. */
export async function getDefaultCurrency(db: Db, organizationId: string): Promise<string> {
  const { currency } = await db
    .selectFrom('organizations')
    .select('currency')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return currency
}

export type NewPlan = Omit<PlanRow, 'version' | 'createdAt' | 'updatedAt'> & {
  organizationId: string
  now: Date
}

export async function insertPlan(tx: Tx, { now, featuresList, ...plan }: NewPlan): Promise<void> {
  await tx
    .insertInto('pricingPlans')
    .values({
      ...plan,
      featuresList: JSON.stringify(featuresList),
      createdAt: now,
      updatedAt: now,
    })
    .execute()
}

export type PlanChange = Pick<
  PlanRow,
  'name' | 'description' | 'featuresList' | 'isActive' | 'rejectionDays' | 'autoAcceptRejections'
>

export async function updatePlan(
  tx: Tx,
  { organizationId, id }: ScopedId,
  change: PlanChange,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('pricingPlans')
    .set({
      ...change,
      featuresList: JSON.stringify(change.featuresList),
      updatedAt: now,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Keeps the strategies: the last period of an ended subscription may still need them. */
export async function markPlanDeleted(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('pricingPlans')
    .set({ deletedAt: now, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Raises the version of a plan, also when its prices or links change. */
export async function raisePlanVersion(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('pricingPlans')
    .set({ ...RAISED_VERSION, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export type PlanUse = { organizationId: string; planId: string; agentId?: string }

/**
 * Returns true if a subscription that has not ended uses the plan, optionally with one agent. The
 * caller has locked the plan, which creating a subscription locks as well.
 */
export async function isPlanInUse(
  tx: Tx,
  { organizationId, planId, agentId }: PlanUse,
  now: Date,
): Promise<boolean> {
  await untilAllVisibleIn(tx)
  const row = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('planId', '=', planId)
    .$if(agentId !== undefined, (query) => query.where('agentId', '=', agentId ?? ''))
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
