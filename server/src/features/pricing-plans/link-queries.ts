import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db, Tx } from '../../platform/database.ts'

export type PlanAgent = { id: string; name: string; agentCode: string }

export type PlanAgentKey = { organizationId: string; planId: string; agentId: string }

/** Returns true if the plan is linked to the agent; a lock on the plan keeps the link. */
export async function isPlanLinked(db: Db, key: PlanAgentKey): Promise<boolean> {
  const row = await db
    .selectFrom('pricingPlanAgents')
    .select('agentId')
    .where('organizationId', '=', key.organizationId)
    .where('planId', '=', key.planId)
    .where('agentId', '=', key.agentId)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the ids of a plan's agents; a lock on the plan keeps the links. */
export async function listLinkedAgentIds(
  db: Db,
  organizationId: string,
  planId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('pricingPlanAgents')
    .select(['agentId'])
    .where('organizationId', '=', organizationId)
    .where('planId', '=', planId)
    .orderBy('agentId')
    .execute()
  return rows.map(({ agentId }) => agentId)
}

/** Lists the agents of several plans, by name. */
export function listPlanAgents(
  db: Db,
  organizationId: string,
  planIds: readonly string[],
): Promise<(PlanAgent & { planId: string })[]> {
  return db
    .selectFrom('pricingPlanAgents as link')
    .innerJoin('agents', 'agents.id', 'link.agentId')
    .select(['link.planId', 'agents.id', 'agents.name'])
    .select('agents.agentCode')
    .where('link.organizationId', '=', organizationId)
    .where(sql<SqlBool>`link.plan_id = any(${planIds}::uuid[])`)
    .orderBy('agents.name')
    .orderBy('agents.id')
    .execute()
}

export type PlanLinks = { organizationId: string; planId: string; agentIds: readonly string[] }

/** Returns the ids of the agents that were not linked yet. */
export async function insertPlanAgents(
  tx: Tx,
  { organizationId, planId, agentIds }: PlanLinks,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ agentId: string }>`
    insert into pricing_plan_agents (organization_id, plan_id, agent_id, created_at)
    select ${organizationId}::uuid, ${planId}::uuid, agent_id, ${now}::timestamptz
    from unnest(${agentIds}::uuid[]) as input (agent_id)
    on conflict (plan_id, agent_id) do nothing
    returning agent_id`.execute(tx)
  return rows.map(({ agentId }) => agentId)
}

export async function deletePlanAgent(tx: Tx, key: PlanAgentKey): Promise<void> {
  await tx
    .deleteFrom('pricingPlanAgents')
    .where('organizationId', '=', key.organizationId)
    .where('planId', '=', key.planId)
    .where('agentId', '=', key.agentId)
    .execute()
}

/** Removes all links of a deleted plan, so that its agents can be deleted. */
export async function deletePlanAgents(tx: Tx, { organizationId, id }: ScopedId): Promise<void> {
  await tx
    .deleteFrom('pricingPlanAgents')
    .where('organizationId', '=', organizationId)
    .where('planId', '=', id)
    .execute()
}
