import type pg from 'pg'
import { expect, test } from 'vitest'
import { databaseBefore } from '../support/older-database.ts'

const ID = (digit: number) => `00000000-0000-0000-0000-00000000000${digit}`
const SCOPE = `'${ID(1)}'::uuid as organization_id, '${ID(2)}'::uuid as agent_id`

/** Two customers, three days of which two meet at midnight in UTC, two models, one cost of later. */
const USAGE = `
  create temp table recorded as
  select ${SCOPE}, (array['${ID(3)}', '${ID(4)}'])[1 + n % 2]::uuid as customer_id,
    '${ID(5)}'::uuid as signal_id, gen_random_uuid() as id,
    timestamptz '2026-01-31 22:50Z' + n * interval '97 minutes' as usage_date,
    n % 7 as quantity, case when n % 5 = 0 then null else n * 0.001 end as cost,
    json_build_array(
      json_build_object('model', 'm', 'modelProvider', 'p', 'cacheReadTokens', n, 'cacheWriteTokens', 1),
      json_build_object('model', 'n', 'modelProvider', 'p', 'cacheReadTokens', 0, 'cacheWriteTokens', 0)
    ) as services
  from generate_series(1, 40) n;
  insert into usage_events (customer_id, usage_date, id, organization_id, agent_id, signal_id,
    raw_event_id, quantity, metadata, services, usage_cost, usage_cost_data, event_processed,
    event_processed_at, created_at, updated_at)
  select customer_id, usage_date, id, organization_id, agent_id, signal_id, id, quantity, '{}',
    services, cost, '{}', case when cost is null then 'ERROR' else 'PROCESSED' end, now(), now(), now()
  from recorded;
  insert into usage_rollups (customer_id, bucket, agent_id, signal_id, organization_id, event_count,
    quantity, cost, uncosted_event_count)
  select customer_id, date_bin('15 minutes', usage_date, '2000-01-01Z'), agent_id, signal_id,
    organization_id, count(*), sum(quantity), coalesce(sum(cost), 0), count(*) filter (where cost is null)
  from recorded group by 1, 2, 3, 4, 5;
  insert into usage_rollups (customer_id, bucket, agent_id, signal_id, organization_id, event_count,
    quantity, cost, uncosted_event_count, is_backfill)
  select customer_id, bucket, agent_id, signal_id, organization_id, 0, 0, 0.5, -1, true
  from usage_rollups order by bucket limit 3;
  insert into model_rollups (customer_id, bucket, agent_id, signal_id, provider, model,
    organization_id, service_count, input_tokens, output_tokens, quantity, cost)
  select customer_id, date_bin('15 minutes', usage_date, '2000-01-01Z'), agent_id, signal_id, 'p',
    s ->> 'model', organization_id, count(*), 0, 0, 0, 0
  from recorded cross join json_array_elements(services) s group by 1, 2, 3, 4, 5, 6, 7;`

const DAYS = `select customer_id, day::text, is_backfill, event_count::int as events,
    quantity::float, cost::text, uncosted_event_count::int as uncosted
  from usage_days order by 1, 2, 3`

async function insertAsBefore(client: pg.Client, table: string): Promise<unknown> {
  const columns = {
    usage_rollups: `(customer_id, bucket, agent_id, signal_id, organization_id, event_count, quantity,
      cost, uncosted_event_count) select customer_id, now(), agent_id, signal_id, organization_id,
      1, 1, 1, 0 from recorded limit 1`,
    model_rollups: `(customer_id, bucket, agent_id, signal_id, provider, model, organization_id,
      service_count, input_tokens, output_tokens, quantity, cost) select customer_id, now(),
      agent_id, signal_id, 'p', 'm', organization_id, 1, 1, 1, 1, 1 from recorded limit 1`,
  }
  return client.query(`insert into ${table} ${columns[table as keyof typeof columns]}`)
}

test('usage of before is added up by day and by cache tokens, and nothing else changes', async () => {
  const { client, run, close } = await databaseBefore('0026_usage_by_day.sql')
  try {
    await client.query(USAGE)
    await run()
    const { rows } = await client.query(DAYS)
    const { rows: implied } = await client.query(`
      select customer_id, (bucket at time zone 'UTC')::date::text as day, is_backfill,
        sum(event_count)::int as events, sum(quantity)::float as quantity, sum(cost)::text as cost,
        sum(uncosted_event_count)::int as uncosted
      from usage_rollups group by 1, 2, 3 order by 1, 2, 3`)
    expect(new Set(rows.map(({ day }) => day)).size).toBeGreaterThanOrEqual(3)
    expect(rows).toEqual(implied)
    const { rows: recorded } = await client.query(
      'select count(*)::int as events, sum(quantity)::int as quantity from recorded',
    )
    const { rows: days } = await client.query(
      'select sum(event_count)::int as events, sum(quantity)::int as quantity from usage_days',
    )
    expect(days).toEqual(recorded)
    const { rows: tokens } = await client.query(`
      select model, sum(cache_read_tokens)::int as read, sum(cache_write_tokens)::int as written
      from model_rollups group by 1 order by 1`)
    expect(tokens).toEqual([
      { model: 'm', read: 820, written: 40 },
      { model: 'n', read: 0, written: 0 },
    ])
  } finally {
    await close()
  }
})

test.each(['usage_rollups', 'model_rollups'])(
  'a process of the version before, which knows no days, is refused by %s',
  async (table) => {
    const { client, run, close } = await databaseBefore('0026_usage_by_day.sql')
    try {
      await client.query(USAGE)
      await insertAsBefore(client, table)
      await run()
      await expect(insertAsBefore(client, table)).rejects.toThrow('not-null')
    } finally {
      await close()
    }
  },
)
