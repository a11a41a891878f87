import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseBefore } from '../support/older-database.ts'

const ID = (digit: number) => `00000000-0000-0000-0000-00000000000${digit}`

/** A day of each of the tables that hold very much. */
const FILLED = `
  insert into usage_days (customer_id, day, agent_id, signal_id, is_backfill, organization_id,
    event_count, quantity, rejected_event_count, rejected_quantity, cost, uncosted_event_count)
  select '${ID(3)}', date '2026-01-30' + n, '${ID(2)}', '${ID(5)}', false, '${ID(1)}', 1, 1, 0, 0, 1, 0
  from generate_series(1, 100) n;
  insert into model_rollups (customer_id, bucket, agent_id, signal_id, provider, model, is_backfill,
    organization_id, service_count, input_tokens, output_tokens, cache_read_tokens,
    cache_write_tokens, quantity, cost)
  select '${ID(3)}', timestamptz '2026-01-31 22:30Z' + n * interval '15 minutes', '${ID(2)}',
    '${ID(5)}', 'p', 'm', false, '${ID(1)}', 1, n, n, n, n, 1, 1
  from generate_series(1, 100) n;`

const TABLES = ['usage_events', 'usage_rollups', 'usage_days', 'model_rollups', 'customer_days']

const oldDay = (column: string) => `
  insert into organization_days as total (organization_id, day, agent_id, signal_id, event_count,
    quantity, cost, uncosted_event_count, ${column})
  values ('${ID(1)}', '2026-01-31', '${ID(2)}', '${ID(5)}', 1, 1, 1, 0, 1)
  on conflict (organization_id, day, agent_id, signal_id, ${column}) do update
  set event_count = total.event_count + 1`

test('rewrites nothing that is large, waits for no one who uses it, and refuses who opens nothing again', async () => {
  const { client, run, close } = await databaseBefore('0037_closed_sums.sql')
  const { host, port, user, password, database } = client
  const other = new pg.Client({ host, port, user, password, database } as pg.ClientConfig)
  await other.connect()
  try {
    await client.query(FILLED)
    await client.query(oldDay('slot'))
    const files = async () => {
      const { rows } = await client.query(
        `select name, pg_relation_filenode(name::regclass) as file
         from unnest($1::text[]) name order by name`,
        [TABLES],
      )
      return rows
    }
    const before = await files()
    // Somebody reads, and somebody writes, all the while.
    await other.query('begin')
    await other.query(`select count(*) from usage_days, model_rollups`)
    await other.query(`update usage_days set cost = cost + 1 where day = '2026-02-01'`)
    await run()
    await other.query('commit')
    expect(await files()).toEqual(before)
    await expect(client.query(oldDay('slot'))).rejects.toThrow('"slot"')
    await client.query(oldDay('writer_slot'))
    const { rows } = await client.query('select event_count from organization_days')
    expect(rows).toEqual([{ event_count: '2' }])
  } finally {
    await other.end()
    await close()
  }
})
