import pg from 'pg'
import { inject } from 'vitest'
import type { EventRow } from '../../src/features/usage/ingest/event-row.ts'
import { newId } from '../../src/platform/id.ts'
import type { TestDatabase } from '../support/database.ts'
import { withDatabase } from '../support/servers.ts'

/** A process id that does not exist; transactions prepared for it belong to a lost session. */
export const LOST_PROCESS = 4_000_000

/** An event that its node holds prepared, as after a coordinator that died during a commit. */
export type PreparedRow = {
  event: EventRow
  /** Address of the event's node. */
  url: string
  /** Prepares the event on its node. */
  prepare: () => Promise<void>
  /** Prepares the event and records the coordinator's commit, before Citus could roll it back. */
  prepareCommitted: () => Promise<void>
}

/** Makes transaction names unique. */
let made = 0

export async function givenPreparedRow(
  database: TestDatabase,
  customerId = newId(),
): Promise<PreparedRow> {
  // No test reads the other fields.
  const event = { id: newId(), customerId, usageDate: Date.UTC(2026, 0, 31) } as EventRow
  const { rows } = await database.pool.query(
    `select node.nodeport as port, groupid as group,
       shard_name('usage_events'::regclass, shardid) as shard
     from pg_dist_placement join pg_dist_node node using (groupid)
     where shardid = get_shard_id_for_distribution_column('usage_events', $1::uuid)`,
    [customerId],
  )
  const [{ port, group, shard }] = rows
  const server = inject('servers').urls.find((one) => new URL(one).port === String(port))
  const url = withDatabase(server ?? '', new URL(database.url).pathname.slice(1))
  made += 1
  const gid = `citus_0_${LOST_PROCESS}_${2 ** 40 + made}_1`
  const insert = `insert into ${shard} (customer_id, usage_date, id, organization_id, agent_id,
     signal_id, quantity, usage_cost, created_at, prices, payload)
   values ('${customerId}', '2026-01-31Z', '${event.id}', '${newId()}', '${newId()}',
     '${newId()}', 1, 0, now(), '', '{}')`
  const prepare = () => onNode(url, 'begin', insert, `prepare transaction '${gid}'`)
  return {
    event,
    url,
    prepare,
    prepareCommitted: async () => {
      const client = await database.pool.connect()
      try {
        await client.query('begin')
        // Recovery of prepared transactions waits for this lock.
        await client.query('lock table pg_dist_transaction in share row exclusive mode')
        await prepare()
        await client.query('insert into pg_dist_transaction (groupid, gid) values ($1, $2)', [
          group,
          gid,
        ])
        await client.query('commit')
      } finally {
        client.release()
      }
    },
  }
}

async function onNode(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('set citus.enable_ddl_propagation = off')
    await client.query('set citus.override_table_visibility = off')
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
