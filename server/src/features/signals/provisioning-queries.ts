import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

/** A signal as a usage record names it. */
export type NamedSignal = { id: string; agentId: string; signalName: string }
type SignalName = Omit<NamedSignal, 'id'>

/**
 * Returns the live signals with these names. A name matches the short names of its agent first, and
 * then the names.
 */
export async function findSignalsByNames(
  db: Db,
  organizationId: string,
  names: readonly SignalName[],
): Promise<NamedSignal[]> {
  const { rows } = await sql<NamedSignal>`
    select distinct on (input.agent_id, input.signal_name)
      signals.id, input.agent_id, input.signal_name
    from unnest(
      ${names.map(({ agentId }) => agentId)}::uuid[],
      ${names.map(({ signalName }) => signalName)}::text[]
    ) as input (agent_id, signal_name)
    join signals on signals.organization_id = ${organizationId}
      and signals.agent_id = input.agent_id and signals.deleted_at is null
      and input.signal_name in (signals.short_name, signals.name)
    order by input.agent_id, input.signal_name,
      (signals.short_name = input.signal_name) desc, signals.id`.execute(db)
  return rows
}

/**
 * Creates minimal signals and returns those that did not exist. Inserts in sorted order to avoid
 * deadlocks.
 */
export async function insertMinimalSignals(
  tx: Tx,
  organizationId: string,
  signals: readonly NamedSignal[],
  now: Date,
): Promise<NamedSignal[]> {
  const { rows } = await sql<NamedSignal>`
    insert into signals
      (id, organization_id, agent_id, name, short_name, created_at, updated_at)
    select id, ${organizationId}::uuid, agent_id, signal_name, signal_name,
      ${now}::timestamptz, ${now}
    from unnest(
      ${signals.map(({ id }) => id)}::uuid[],
      ${signals.map(({ agentId }) => agentId)}::uuid[],
      ${signals.map(({ signalName }) => signalName)}::text[]
    ) as input (id, agent_id, signal_name)
    order by agent_id, signal_name
    on conflict do nothing
    returning id, agent_id, name as signal_name`.execute(tx)
  return rows
}
