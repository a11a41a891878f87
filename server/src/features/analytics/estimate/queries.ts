import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

/** Customer, agent and signal as a usage record names them. */
export type Named = { customerExternalId: string; agentCode: string; signalName: string }

export type Found = { at: number; customerId: string; agentId: string; signalId: string }

/**
 * Resolves the names of records, by position; omits unknown names. A signal matches by short name
 * first, as in recording.
 */
export async function findNamed(
  db: Db,
  organizationId: string,
  named: readonly Named[],
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select distinct on (input.at) input.at, customers.id as customer_id, agents.id as agent_id,
      signals.id as signal_id
    from unnest(
      ${named.map((_, at) => at)}::int[],
      ${named.map(({ customerExternalId }) => customerExternalId)}::text[],
      ${named.map(({ agentCode }) => agentCode)}::text[],
      ${named.map(({ signalName }) => signalName)}::text[]
    ) as input (at, external_id, agent_code, signal_name)
    join customers on customers.organization_id = ${organizationId}
      and customers.external_id = input.external_id and customers.deleted_at is null
    join agents on agents.organization_id = ${organizationId}
      and agents.agent_code = input.agent_code and agents.deleted_at is null
    join signals on signals.organization_id = ${organizationId}
      and signals.agent_id = agents.id and signals.deleted_at is null
      and input.signal_name in (signals.short_name, signals.name)
    order by input.at, (signals.short_name = input.signal_name) desc, signals.id`.execute(db)
  return rows
}
