import { expect, test } from 'vitest'
import { databaseBefore } from '../support/older-database.ts'

const ID = (digit: number) => `00000000-0000-0000-0000-00000000000${digit}`

/** Days and models of two customers, with a cost of later. */
const SUMS = `
  insert into usage_days (customer_id, day, agent_id, signal_id, is_backfill, organization_id,
    event_count, quantity, rejected_event_count, rejected_quantity, cost, uncosted_event_count)
  select (array['${ID(3)}', '${ID(4)}'])[1 + n % 2]::uuid, date '2026-01-30' + n / 4, '${ID(2)}',
    (array['${ID(5)}', '${ID(6)}'])[1 + (n / 2) % 2]::uuid, later, '${ID(1)}',
    case when later then 0 else n end, case when later then 0 else n * 2 end, 0, 0, n * 0.1,
    case when later then -1 else 1 end
  from generate_series(1, 20) n, unnest(array[false, true]) later;
  insert into model_rollups (customer_id, bucket, agent_id, signal_id, provider, model, is_backfill,
    organization_id, service_count, input_tokens, output_tokens, cache_read_tokens,
    cache_write_tokens, quantity, cost)
  select (array['${ID(3)}', '${ID(4)}'])[1 + n % 2]::uuid,
    timestamptz '2026-01-31 22:30Z' + n * interval '15 minutes', '${ID(2)}', '${ID(5)}', 'p',
    'm' || n % 2, false, '${ID(1)}', 1, n, n, n, n, 1, n * 0.01
  from generate_series(1, 20) n;`

test('what was added up before is added up by customer and by organization as well', async () => {
  const { client, run, close } = await databaseBefore('0029_sums_of_organizations.sql')
  try {
    await client.query(SUMS)
    await run()
    const rows = async (text: string) => (await client.query(text)).rows
    const sums = `sum(event_count) as events, sum(quantity) as quantity, sum(cost) as cost,
      sum(uncosted_event_count) as uncosted`
    const customers = (table: string) =>
      rows(`select customer_id, day, is_backfill, ${sums} from ${table}
        group by 1, 2, 3 order by 1, 2, 3`)
    expect(await customers('customer_days')).toEqual(await customers('usage_days'))
    const days = (table: string) =>
      rows(`select organization_id, day, agent_id, signal_id, ${sums} from ${table}
        group by 1, 2, 3, 4 order by 1, 2, 3, 4`)
    expect((await days('organization_days')).length).toBeGreaterThan(5)
    expect(await days('organization_days')).toEqual(await days('usage_days'))
    const models = (table: string, day: string) =>
      rows(`select organization_id, ${day} as day, provider, model, sum(service_count) as uses,
          sum(input_tokens) as input, sum(cache_write_tokens) as cached, sum(cost) as cost
        from ${table} group by 1, 2, 3, 4 order by 1, 2, 3, 4`)
    const stored = await models('organization_models', 'day')
    expect(stored).toHaveLength(4)
    expect(stored).toEqual(await models('model_rollups', `(bucket at time zone 'UTC')::date`))
  } finally {
    await close()
  }
})
