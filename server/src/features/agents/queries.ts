import { sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import { type LockMode, lockRows } from '../../platform/advisory-lock.ts'
import { isUniqueViolation } from '../../platform/database/errors.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { contains, listPage, type SortedPage } from '../../platform/list.ts'

const columns = [
  'id',
  'name',
  'agentCode',
  'description',
  'isActive',
  sql<Record<string, unknown>>`context`.as('context'),
  sql<number>`(
    select count(*)::int from signals where signals.organization_id = agents.organization_id
      and signals.agent_id = agents.id and signals.deleted_at is null
  )`.as('signalCount'),
  'createdAt',
  'updatedAt',
] as const

/**
 * The writable fields of an agent; `context` is JSON text. An undefined field is left unchanged.
 */
export type AgentValues = {
  name?: string | undefined
  agentCode?: string | undefined
  description?: string | null | undefined
  isActive?: boolean | undefined
  context?: string | undefined
}

export type AgentRow = NonNullable<Awaited<ReturnType<typeof findAgent>>>

const selectAgents = (db: Db) =>
  db.selectFrom('agents').select(columns).where('deletedAt', 'is', null)

export function findAgent(db: Db, { organizationId, id }: ScopedId) {
  return selectAgents(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type AgentFilter = {
  organizationId: string
  search?: string | undefined
  isActive?: boolean | undefined
  agentCode?: string | undefined
  updatedSince: Date | undefined
}

const SORT = {
  createdAt: sql`created_at`,
  name: sql`lower(name)`,
  agentCode: sql`agent_code`,
  updatedAt: sql`updated_at`,
}

export function listAgents(
  db: Db,
  { organizationId, search, isActive, agentCode, updatedSince }: AgentFilter,
  { sortBy, ...page }: SortedPage<keyof typeof SORT>,
) {
  let agents = selectAgents(db).where('organizationId', '=', organizationId)
  if (isActive !== undefined) agents = agents.where('isActive', '=', isActive)
  if (agentCode !== undefined) agents = agents.where('agentCode', '=', agentCode)
  if (updatedSince !== undefined) agents = agents.where('updatedAt', '>=', updatedSince)
  if (search !== undefined) agents = agents.where(contains(['name', 'agentCode'], search))
  return listPage(agents, { ...page, orderBy: SORT[sortBy] })
}

/** Returns undefined when a live agent of the organization already has this code. */
export async function insertAgent(
  tx: Tx,
  { organizationId, id }: ScopedId,
  values: AgentValues & { name: string; agentCode: string },
  now: Date,
) {
  const inserted = await tx
    .insertInto('agents')
    .values({ ...values, id, organizationId, createdAt: now, updatedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'agentCode']).where('deletedAt', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  // Citus does not allow the signal count in the `returning` clause of an insert.
  return inserted && findAgent(tx, { organizationId, id })
}

/** Locks the live agents among `ids` until the transaction ends, and returns them ordered by id. */
export async function lockAgents(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  mode: LockMode,
) {
  await lockRows(tx, { table: 'agents', organizationId, ids }, mode)
  return tx
    .selectFrom('agents')
    .select(['id', 'name', 'agentCode', 'isActive'])
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
}

/** Returns 'taken' when another live agent has the code; the transaction is then aborted. */
export async function updateAgent(
  tx: Tx,
  { organizationId, id }: ScopedId,
  values: AgentValues,
  now: Date,
): Promise<AgentRow | 'taken'> {
  try {
    await tx
      .updateTable('agents')
      .set({ ...values, updatedAt: now })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .execute()
  } catch (error) {
    // `update` has no `on conflict` clause.
    if (isUniqueViolation(error, 'agents_agent_code_key')) return 'taken'
    throw error
  }
  const agent = await findAgent(tx, { organizationId, id })
  if (!agent) throw new Error('an agent locked for a change no longer exists')
  return agent
}

/** Counts what prevents deleting an agent: its signals and the plans it is linked to. */
export async function countDependents(
  tx: Tx,
  { organizationId, id }: ScopedId,
): Promise<{ signals: number; plans: number }> {
  const { rows } = await sql<{ signals: number; plans: number }>`
    select
      (select count(*)::int from signals
       where organization_id = ${organizationId} and agent_id = ${id} and deleted_at is null
      ) as signals,
      (select count(*)::int from pricing_plan_agents links
       join pricing_plans plans on plans.id = links.plan_id and plans.deleted_at is null
       where links.organization_id = ${organizationId} and links.agent_id = ${id}
      ) as plans`.execute(tx)
  return rows[0] ?? { signals: 0, plans: 0 }
}

export async function markAgentDeleted(
  tx: Tx,
  { organizationId, id }: ScopedId,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('agents')
    .set({ deletedAt: now, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
