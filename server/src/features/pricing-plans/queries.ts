import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { type LockMode, lockRows } from '../../platform/advisory-lock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../platform/list.ts'

export type PlanRow = {
  id: string
  name: string
  description: string | null
  isActive: boolean
  currency: string
  featuresList: object
  createdAt: Date
}

const columns = [
  'id',
  'name',
  'description',
  'is_active as isActive',
  'currency',
  sql<PlanRow['featuresList']>`features_list`.as('featuresList'),
  'created_at as createdAt',
] as const

/** The live plan, locked; the lock keeps its links to agents as they are, too. */
export async function lockPlan(
  tx: Tx,
  key: ScopedId,
  mode: LockMode,
): Promise<PlanRow | undefined> {
  const { organizationId, id } = key
  await lockRows(tx, { table: 'pricing_plans', organizationId, ids: [id] }, mode)
  return findPlan(tx, key)
}

const selectPlans = (db: Db) =>
  db.selectFrom('pricing_plans').select(columns).where('deleted_at', 'is', null)

export function findPlan(db: Db, { organizationId, id }: ScopedId): Promise<PlanRow | undefined> {
  return selectPlans(db)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type PlanFilter = {
  organizationId: string
  agentId: string | undefined
  isActive: boolean | undefined
  search: string | undefined
}

/** What plans and strategies can be sorted by. */
export const SORT = { createdAt: sql`created_at`, name: sql`lower(name)` }

export function listPlans(
  db: Db,
  { organizationId, agentId, isActive, search }: PlanFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let plans = selectPlans(db).where('organization_id', '=', organizationId)
  if (isActive !== undefined) plans = plans.where('is_active', '=', isActive)
  if (agentId !== undefined) {
    plans = plans.where(
      sql<SqlBool>`id in (select plan_id from pricing_plan_agents
        where organization_id = ${organizationId} and agent_id = ${agentId})`,
    )
  }
  if (search !== undefined) plans = plans.where(contains(['name', 'description'], search))
  return listPage(plans, { ...page, orderBy: SORT[sortBy] })
}

/** What the organization's plans are in, when they do not say. */
export async function getDefaultCurrency(db: Db, organizationId: string): Promise<string> {
  const { currency } = await db
    .selectFrom('organizations')
    .select('currency')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return currency
}

export type NewPlan = Omit<PlanRow, 'createdAt'> & { organizationId: string; now: Date }

export async function insertPlan(tx: Tx, plan: NewPlan): Promise<void> {
  await tx
    .insertInto('pricing_plans')
    .values({
      id: plan.id,
      organization_id: plan.organizationId,
      name: plan.name,
      description: plan.description,
      is_active: plan.isActive,
      currency: plan.currency,
      features_list: JSON.stringify(plan.featuresList),
      created_at: plan.now,
      updated_at: plan.now,
    })
    .execute()
}

export type PlanChange = Pick<PlanRow, 'name' | 'description' | 'featuresList' | 'isActive'>

export async function updatePlan(
  tx: Tx,
  { organizationId, id }: ScopedId,
  change: PlanChange,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('pricing_plans')
    .set({
      name: change.name,
      description: change.description,
      is_active: change.isActive,
      features_list: JSON.stringify(change.featuresList),
      updated_at: now,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Its strategies stay as they are: the last period of an ended subscription may need them. */
export async function markPlanDeleted(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('pricing_plans')
    .set({ deleted_at: now, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export type PlanUse = { organizationId: string; planId: string; agentId?: string }

/** Whether a subscription that has not ended uses the plan, or the plan with this agent. */
export async function isPlanInUse(
  tx: Tx,
  { organizationId, planId, agentId }: PlanUse,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('plan_id', '=', planId)
    .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId ?? ''))
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
