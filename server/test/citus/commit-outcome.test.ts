import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findCommitOutcome } from '../../src/features/usage/ingest/commit-outcome.ts'
import { createEmptyDatabase, createTestDatabase } from '../support/database.ts'
import { withDatabase } from '../support/servers.ts'
import { useOpened } from '../support/use-app.ts'
import { givenPreparedRow, LOST_PROCESS, type PreparedRow } from './prepared-row.ts'

const database = useOpened(createTestDatabase)

let row: PreparedRow
/** A completed transaction of the coordinator. */
let transactionId: string

beforeAll(async () => {
  const { rows } = await database.pool.query('select pg_current_xact_id()::text as id')
  transactionId = rows[0].id
})

beforeEach(async () => {
  row = await givenPreparedRow(database)
})

const ask = (forMs = 20_000) =>
  findCommitOutcome(
    database.pool,
    { transaction: { id: transactionId, processId: LOST_PROCESS }, witness: row.event },
    performance.now() + forMs,
  )

describe('after the answer to a COMMIT was lost, a row', () => {
  test('that its node holds prepared, and the coordinator has committed, is committed', async () => {
    await row.prepareCommitted()
    expect(await ask()).toBe('committed')
    const { rowCount } = await database.pool.query(
      'select from usage_events where customer_id = $1',
      [row.event.customerId],
    )
    expect(rowCount).toBe(1)
  })

  test('that its node holds prepared, and the coordinator has not committed, is aborted', async () => {
    await row.prepare()
    expect(await ask()).toBe('aborted')
    // No prepared transaction is left that could still commit.
    const { rows } = await database.pool.query(
      `select sum(result::int)::int as count from run_command_on_workers(
         'select count(*) from pg_prepared_xacts where database = current_database()')`,
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  test('that no node has is aborted', async () => {
    expect(await ask()).toBe('aborted')
  })

  test('of a silent node is unknown, never aborted', async () => {
    await row.prepare()
    const name = new URL(database.url).pathname.slice(1)
    const admin = new pg.Client(withDatabase(row.url, 'postgres'))
    await admin.connect()
    await admin.query(`alter database ${name} with allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ])
    try {
      expect(await ask(1_000)).toBe('unknown')
    } finally {
      await admin.query(`alter database ${name} with allow_connections true`)
      await admin.end()
    }
    expect(await ask()).toBe('aborted')
  })
})

test('the coordinator names a transaction after the process that committed it', async () => {
  const client = await database.pool.connect()
  try {
    const { rows } = await client.query('select pg_backend_pid() as "processId"')
    await client.query('begin')
    await client.query(
      `insert into uncosted_services (customer_id, event_id, provider, model, organization_id,
         usage_date, reason)
       select gen_random_uuid(), gen_random_uuid(), 'p', 'm', gen_random_uuid(), now(), 'no_rate'
       from generate_series(1, 20)`,
    )
    await client.query('commit')
    const named = await client.query('select gid from pg_dist_transaction')
    for (const { gid: found } of named.rows) {
      expect(found).toMatch(new RegExp(`^citus_0_${rows[0].processId}_\\d+_\\d+$`))
    }
    expect(named.rows.length).toBeGreaterThan(0)
  } finally {
    client.release()
  }
})

test('in a database that has not moved yet, a row that does not exist is aborted', async () => {
  const waiting = await createEmptyDatabase()
  try {
    await waiting.pool.query(
      'create table usage_events (customer_id uuid, usage_date date, id uuid)',
    )
    const { rows } = await waiting.pool.query('select pg_current_xact_id()::text as id')
    const transaction = { id: rows[0].id, processId: LOST_PROCESS }
    const lost = { transaction, witness: row.event }
    expect(await findCommitOutcome(waiting.pool, lost, performance.now() + 20_000)).toBe('aborted')
  } finally {
    await waiting.close()
  }
})
