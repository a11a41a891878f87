import { sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import { atOneMoment } from '../../platform/database/at-one-moment.ts'
import { expectMemory } from '../../platform/database/expect-memory.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { UsageFilter } from '../usage/closed-sums/usage-rows.ts'
import { comparedCostRows, type OfSignals, type TwoWindows } from './closed/compared-costs.ts'
import { modelRows, modelWorkRows } from './closed/model-rows.ts'
import { organizationModelRows } from './closed/organization-models.ts'

export type ModelSums = {
  provider: string
  model: string
  serviceCount: string
  inputTokens: Decimal
  outputTokens: Decimal
  cacheReadTokens: Decimal
  cacheWriteTokens: Decimal
  quantity: Decimal
  cost: Decimal
}

/**
 * Sums usage by model, the most expensive first. Uncosted uses are counted with cost 0. A model
 * that no event uses any more after corrections is left out.
 */
export async function sumByModel(db: Db, filter: UsageFilter): Promise<ModelSums[]> {
  return atOneMoment(db, async (tx) => {
    const { rows } = await sql<ModelSums>`
      select provider, model, sum(service_count)::bigint as service_count,
        sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens,
        sum(cache_read_tokens) as cache_read_tokens, sum(cache_write_tokens) as cache_write_tokens,
        sum(quantity) as quantity, sum(cost) as cost
      from ${await rowsOf(tx, filter)}
      group by provider, model having sum(service_count) <> 0
      order by sum(cost) desc, provider, model`.execute(tx)
    return rows
  })
}

async function rowsOf(tx: Tx, filter: UsageFilter) {
  const { customerId, agentId, signalId } = filter
  const isOfAll = customerId === undefined && agentId === undefined && signalId === undefined
  return isOfAll ? organizationModelRows(tx, filter) : modelRows(tx, filter)
}

/** The share of a signal's work attributed to one model, as exact decimal text. */
export type ModelWork = {
  agentId: string
  signalId: string
  provider: string
  model: string
  serviceCount: string
  cost: string
  /** Billable units. Units and events are fractions where several models worked together. */
  units: string
  eventCount: string
  uncostedEvents: string
}

/** Lists rows ordered by name, so that rounding always gives a model the same part. */
export async function listModelWork(tx: Tx, filter: UsageFilter): Promise<ModelWork[]> {
  const { rows } = await sql<ModelWork>`
    select agent_id, signal_id, provider, model, sum(service_count)::text as service_count,
      sum(cost)::text as cost, sum(units)::text as units, sum(event_count)::text as event_count,
      sum(uncosted_event_count)::text as uncosted_events
    from ${await modelWorkRows(tx, filter)}
    group by agent_id, signal_id, provider, model having sum(service_count) <> 0
    order by agent_id, signal_id, provider, model`.execute(tx)
  return rows
}

/** The cost of a model for a signal in a window and in another one. */
export type ComparedModelCost = {
  signalId: string
  model: string
  cost: Decimal
  costBefore: Decimal
}

/** Lists the costs of the models of some signals in two windows, one row for each agent, signal and model. */
export async function compareModelCosts(
  tx: Tx,
  filter: OfSignals,
  windows: TwoWindows,
): Promise<ComparedModelCost[]> {
  if (filter.signalIds.length === 0) return []
  const [used] = await Promise.all([comparedCostRows(tx, filter, windows), expectMemory(tx)])
  const sumIn = (window: 'now' | 'before') => sql`
    coalesce(sum(cost) filter (where ${sql.ref(window)} = 1), 0)
      - coalesce(sum(cost) filter (where ${sql.ref(window)} = -1), 0)`
  const { rows } = await sql<ComparedModelCost>`
    select signal_id, model, ${sumIn('now')} as cost, ${sumIn('before')} as cost_before
    from ${used}
    group by agent_id, signal_id, provider, model`.execute(tx)
  return rows
}

/** The work of a model for a signal in a window, and its cost in another window. */
export type ComparedModelWork = ComparedModelCost &
  Pick<ModelWork, 'agentId' | 'provider' | 'units' | 'eventCount' | 'uncostedEvents'>

/** Lists the work of the models of a window and their costs in two windows, the highest cost first. */
export async function compareModelWork(
  tx: Tx,
  filter: Omit<UsageFilter, 'dates'>,
  { dates, datesBefore }: TwoWindows,
): Promise<ComparedModelWork[]> {
  const now = await modelWorkRows(tx, { ...filter, dates })
  const before = await modelWorkRows(tx, { ...filter, dates: datesBefore })
  const sumNow = (column: string) => sql`coalesce(sum(${sql.ref(column)}) filter (where is_now), 0)`
  const { rows } = await sql<ComparedModelWork>`
    select agent_id, signal_id, provider, model, ${sumNow('cost')} as cost,
      coalesce(sum(cost) filter (where not is_now), 0) as cost_before,
      ${sumNow('units')}::text as units, ${sumNow('event_count')}::text as event_count,
      ${sumNow('uncosted_event_count')}::text as uncosted_events
    from (select true as is_now, * from ${now} union all select false, * from ${before}) used
    group by agent_id, signal_id, provider, model
    having sum(service_count) filter (where is_now) <> 0
      or sum(service_count) filter (where not is_now) <> 0
    order by cost desc, agent_id, signal_id, provider, model`.execute(tx)
  return rows
}
