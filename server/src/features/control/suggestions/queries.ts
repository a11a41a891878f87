import { type SqlBool, sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'

export type SuggestionFilter = {
  organizationId: string
  agentId: string | undefined
  signalId: string | undefined
}

/** What the latest runs of an agent and a signal were estimated to cost, and what they cost, in USD. */
export type RunCosts = {
  agentId: string
  agentCode: string
  signalId: string | null
  signalName: string | null
  runCount: number
  aboveEstimateCount: number
  averageEstimate: Decimal
  averageCost: Decimal
  highCost: Decimal
  latestAt: Date
}

type Limits = {
  /** Runs of each agent and signal. */
  runs: number
  /** Runs that are read in all. */
  readAtMost: number
  results: number
}

/**
 * Returns the costs of the latest runs by agent and signal, most runs first: of runs whose outcome
 * was recorded and whose cost is known. `highCost` is the 95th percentile.
 */
export async function listRunCosts(
  db: Db,
  { organizationId, agentId, signalId }: SuggestionFilter,
  { runs, readAtMost, results }: Limits,
): Promise<RunCosts[]> {
  const conditions = [
    sql<SqlBool>`organization_id = ${organizationId}`,
    sql<SqlBool>`close_reason = 'settled' and uncosted_event_count = 0`,
  ]
  if (agentId !== undefined) conditions.push(sql`agent_id = ${agentId}`)
  if (signalId !== undefined) conditions.push(sql`signal_id = ${signalId}`)
  const { rows } = await sql<RunCosts>`
    with latest as (
      select agent_id, signal_id, estimated_cost, used_cost, created_at from control_holds
      where ${sql.join(conditions, sql` and `)}
      order by created_at desc limit ${readAtMost}::integer
    ), numbered as (
      select *, row_number() over (partition by agent_id, signal_id order by created_at desc) as nth
      from latest
    ), sums as (
      select agent_id, signal_id, count(*)::integer as run_count,
        count(*) filter (where used_cost > estimated_cost)::integer as above_estimate_count,
        round(avg(estimated_cost), 10) as average_estimate,
        round(avg(used_cost), 10) as average_cost,
        percentile_disc(0.95) within group (order by used_cost) as high_cost,
        max(created_at) as latest_at
      from numbered where nth <= ${runs}::integer
      group by agent_id, signal_id
    )
    select sums.*, agents.agent_code, signals.short_name as signal_name
    from sums
    join agents on agents.id = sums.agent_id and agents.organization_id = ${organizationId}
    left join signals on signals.id = sums.signal_id
      and signals.organization_id = ${organizationId}
    order by run_count desc, latest_at desc, agent_id limit ${results}::integer`.execute(db)
  return rows
}
