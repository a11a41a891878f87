import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { findCommitOutcome } from '../../src/features/usage/ingest/commit-outcome.ts'
import type { EventRow } from '../../src/features/usage/ingest/event-row.ts'
import { newId } from '../../src/platform/id.ts'
import { createTestDatabase } from '../support/database.ts'
import { withDatabase } from '../support/servers.ts'
import { useOpened } from '../support/use-app.ts'

const database = useOpened(createTestDatabase)

/** Where the witness is: the node, its group in the cluster, and the table that is its shard. */
type Place = { url: string; group: number; shard: string }

let witness: EventRow
let place: Place
/** Of a transaction of the coordinator that has ended. */
let transactionId: string
/** Nobody has this process; what is prepared for it belongs to the lost transaction. */
const processId = 4_000_000
const gid = `citus_0_${processId}_${2 ** 40}_1`

beforeAll(async () => {
  const { rows } = await database.pool.query('select pg_current_xact_id()::text as id')
  transactionId = rows[0].id
})

beforeEach(async () => {
  // The look needs no other fields.
  witness = { id: newId(), customerId: newId(), usageDate: Date.UTC(2026, 0, 31) } as EventRow
  const { rows } = await database.pool.query(
    `select node.nodeport as port, groupid as group,
       shard_name('usage_events'::regclass, shardid) as shard
     from pg_dist_placement join pg_dist_node node using (groupid)
     where shardid = get_shard_id_for_distribution_column('usage_events', $1::uuid)`,
    [witness.customerId],
  )
  const [{ port, group, shard }] = rows
  const url = inject('servers').urls.find((one) => new URL(one).port === String(port))
  const name = new URL(database.url).pathname.slice(1)
  place = { url: withDatabase(url ?? '', name), group, shard }
})

/** On the node of the witness. */
async function onNode(...statements: string[]): Promise<void> {
  const client = new pg.Client(place.url)
  await client.connect()
  try {
    await client.query('set citus.enable_ddl_propagation = off')
    await client.query('set citus.override_table_visibility = off')
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const insertWitness = () =>
  `insert into ${place.shard} (customer_id, usage_date, id, organization_id, agent_id, signal_id,
     quantity, usage_cost, created_at, prices, payload)
   values ('${witness.customerId}', '2026-01-31Z', '${witness.id}', '${newId()}', '${newId()}',
     '${newId()}', 1, 0, now(), '', '{}')`

const prepare = () => onNode('begin', insertWitness(), `prepare transaction '${gid}'`)

const ask = (forMs = 20_000) =>
  findCommitOutcome(
    database.pool,
    { transaction: { id: transactionId, processId }, witness },
    performance.now() + forMs,
  )

describe('after the answer to a COMMIT was lost, a row', () => {
  test('that its node holds prepared, and the coordinator has committed, is committed', async () => {
    await prepare()
    await database.pool.query('insert into pg_dist_transaction (groupid, gid) values ($1, $2)', [
      place.group,
      gid,
    ])
    expect(await ask()).toBe('committed')
    const { rowCount } = await database.pool.query(
      'select from usage_events where customer_id = $1',
      [witness.customerId],
    )
    expect(rowCount).toBe(1)
  })

  test('that its node holds prepared, and the coordinator has not committed, is aborted', async () => {
    await prepare()
    expect(await ask()).toBe('aborted')
    // Nothing is left that could bring it back.
    const { rows } = await database.pool.query(
      `select sum(result::int)::int as count from run_command_on_workers(
         'select count(*) from pg_prepared_xacts where database = current_database()')`,
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  test('that is nowhere is aborted', async () => {
    expect(await ask()).toBe('aborted')
  })

  test('whose node does not answer is unknown, never taken for aborted', async () => {
    await prepare()
    const name = new URL(database.url).pathname.slice(1)
    const admin = new pg.Client(withDatabase(place.url, 'postgres'))
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
