import { type SqlBool, sql } from 'kysely'
import { type LockMode, lockRows } from '../../platform/advisory-lock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { notEnded } from '../subscriptions/not-ended.ts'

/** `share` for what depends on a row, `update` for what changes or removes it. */

export type ScopedId = { organizationId: string; id: string }

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

export function findPlan(db: Db, { organizationId, id }: ScopedId): Promise<PlanRow | undefined> {
  return db
    .selectFrom('pricing_plans')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export type PlanFilter = {
  organizationId: string
  agentId: string | undefined
  isActive: boolean | undefined
  search: string | undefined
}

function matches({ organizationId, agentId, isActive, search }: PlanFilter) {
  const conditions = [sql<SqlBool>`organization_id = ${organizationId}`, sql`deleted_at is null`]
  if (isActive !== undefined) conditions.push(sql`is_active = ${isActive}`)
  if (agentId !== undefined) {
    conditions.push(
      sql`id in (select plan_id from pricing_plan_agents
        where organization_id = ${organizationId} and agent_id = ${agentId})`,
    )
  }
  if (search !== undefined) {
    const pattern = containing(search)
    conditions.push(sql`(name ilike ${pattern} or description ilike ${pattern})`)
  }
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** An ILIKE pattern in which the text stands for itself. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** What plans and strategies can be sorted by. */
export const sortKeys = { createdAt: sql`created_at`, name: sql`lower(name)` }

export type Order = { sortBy: keyof typeof sortKeys; sortOrder: 'asc' | 'desc' }

export function listPlans(
  db: Db,
  filter: PlanFilter,
  page: Order & { limit: number; offset: number },
): Promise<PlanRow[]> {
  return db
    .selectFrom('pricing_plans')
    .select(columns)
    .where(matches(filter))
    .orderBy(sortKeys[page.sortBy], page.sortOrder)
    .orderBy('id', page.sortOrder)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countPlans(db: Db, filter: PlanFilter): Promise<number> {
  const { count } = await db
    .selectFrom('pricing_plans')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(matches(filter))
    .executeTakeFirstOrThrow()
  return Number(count)
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
    .where(notEnded('subscriptions', now))
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
