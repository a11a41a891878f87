import type { Pool } from 'pg'
import { ALL_STALE } from '../test/support/change-facts.ts'

const CUSTOMERS = 500
const DAYS = 90
/** One event in a hundred has a run id, and a run has about twenty events. */
const RUN_SHARE = 100
const RUNS_AT_ONCE = CUSTOMERS / 20

/** Returns records that create the customers, two agents and four signals of the benchmark. */
export function firstRecords(): Record<string, unknown>[] {
  return Array.from({ length: CUSTOMERS }, (_, n) => ({
    customerExternalId: `customer-${n}`,
    agentCode: `agent-${n % 2}`,
    signalName: `signal-${n % 4}`,
    model: 'gpt-4o',
    modelProvider: 'openai',
    inputTokens: 800,
    outputTokens: 50,
  }))
}

/**
 * Creates events of the last three months, as if recorded one after the other: their ids are in the
 * order of storage.
 */
export async function createEvents(pool: Pool, events: number): Promise<void> {
  await pool.query(
    `insert into usage_events (customer_id, usage_date, id, organization_id, agent_id, signal_id,
       run_id, quantity, usage_cost, created_at, prices, payload)
     select e.customer_id, date_trunc('milliseconds', e.usage_date - (n::float / $1) * $2 * interval '1 day'),
       uuidv7(), e.organization_id, e.agent_id, e.signal_id,
       case when n % $3 = 0 then concat('run-', n, '-', abs(hashtext(e.customer_id::text)) % $4) end, e.quantity,
       e.usage_cost, e.created_at, e.prices, e.payload
     from generate_series($1::int - 1, 1, -1) n, usage_events e`,
    [events / CUSTOMERS, DAYS, RUN_SHARE, RUNS_AT_ONCE],
  )
  await pool.query('delete from usage_rollups')
  await pool.query(
    `insert into usage_rollups (customer_id, bucket, agent_id, signal_id, organization_id,
       event_count, quantity, cost, uncosted_event_count, rejected_event_count, rejected_quantity)
     select customer_id, date_bin('15 minutes', usage_date, '2000-01-01Z'), agent_id, signal_id,
       organization_id, count(*), sum(quantity), sum(usage_cost), 0, 0, 0
     from usage_events group by 1, 2, 3, 4, 5`,
  )
  await pool.query('delete from usage_days')
  await pool.query('delete from organization_days')
  await pool.query(
    `insert into usage_days (customer_id, day, agent_id, signal_id, is_backfill, organization_id,
       event_count, quantity, cost, uncosted_event_count, rejected_event_count, rejected_quantity)
     select customer_id, (bucket at time zone 'UTC')::date, agent_id, signal_id, is_backfill,
       organization_id, sum(event_count), sum(quantity), sum(cost), 0, 0, 0
     from usage_rollups group by 1, 2, 3, 4, 5, 6`,
  )
  await pool.query(
    `insert into organization_days (organization_id, day, agent_id, signal_id, writer_slot, event_count,
       quantity, cost, uncosted_event_count)
     select organization_id, day, agent_id, signal_id, 1, sum(event_count), sum(quantity), sum(cost),
       sum(uncosted_event_count)
     from usage_days group by 1, 2, 3, 4`,
  )
  await pool.query(ALL_STALE)
  await pool.query('vacuum analyze usage_events, usage_rollups, usage_days, organization_days')
}
