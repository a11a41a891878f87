import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

type CodedAgent = { id: string; agentCode: string }

/** Returns the live agents with these codes. */
export async function findAgentsByCodes(
  db: Db,
  organizationId: string,
  agentCodes: readonly string[],
): Promise<CodedAgent[]> {
  const { rows } = await sql<CodedAgent>`
    select id, agent_code from agents
    where organization_id = ${organizationId} and deleted_at is null
      and agent_code = any(${agentCodes}::text[])`.execute(db)
  return rows
}

/**
 * Creates minimal agents and returns those that did not exist; inserts in sorted order to avoid
 * deadlocks.
 */
export async function insertMinimalAgents(
  db: Db,
  organizationId: string,
  agents: readonly CodedAgent[],
  now: Date,
): Promise<CodedAgent[]> {
  const ids = agents.map(({ id }) => id)
  const agentCodes = agents.map(({ agentCode }) => agentCode)
  const { rows } = await sql<CodedAgent>`
    insert into agents (id, organization_id, agent_code, name, created_at, updated_at)
    select id, ${organizationId}::uuid, agent_code, agent_code, ${now}::timestamptz, ${now}
    from unnest(${ids}::uuid[], ${agentCodes}::text[]) as input (id, agent_code)
    order by agent_code
    on conflict (organization_id, agent_code) where deleted_at is null do nothing
    returning id, agent_code`.execute(db)
  return rows
}
