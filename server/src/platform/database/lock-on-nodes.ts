import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** The key of an advisory lock, and an id by which heavy tables are distributed. */
export type NodeLock = { id: string; key: string }

export type LockFunction = 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared'

/**
 * Takes locks that the transaction has on the coordinator on the nodes of their ids, too. There
 * they are prepared with what is written under them, and kept until that can be seen: so a commit whose
 * second step was lost in a crash makes those wait who decide by rows of such an id (ADR 29).
 */
export async function lockOnNodes(
  tx: Tx,
  locks: readonly NodeLock[],
  lock: LockFunction,
): Promise<void> {
  for (const { id, keys } of await groupByShard(tx, locks)) {
    // The table is always empty: it names a node, and each key is locked there. By another number, for the
    // node may be the coordinator, asked by another session, which would wait for this one.
    await sql`
      select count(${sql.raw(lock)}(~key)) from unnest(${keys}::bigint[]) as key
      where not exists (select from joined_commits as placed (id) where placed.id = ${id})`.execute(
      tx,
    )
  }
}

/** One of the ids of each shard, with the keys of all of them. */
type ShardLocks = { id: string; keys: string[] }

async function groupByShard(tx: Tx, locks: readonly NodeLock[]): Promise<ShardLocks[]> {
  const [first] = locks
  if (!first) return []
  const ids = locks.map(({ id }) => id)
  const keys = locks.map(({ key }) => key)
  if (new Set(ids).size === 1) return [{ id: first.id, keys }]
  // Nothing while the table has not moved to the nodes yet.
  const { rows } = await sql<ShardLocks>`
    select (array_agg(asked.id))[1] as id, array_agg(asked.key) as keys
    from pg_dist_partition moved
    cross join unnest(${ids}::uuid[], ${keys}::bigint[]) as asked (id, key)
    where moved.logicalrelid = 'joined_commits'::regclass and moved.partmethod = 'h'
    group by get_shard_id_for_distribution_column(moved.logicalrelid, asked.id)`.execute(tx)
  return rows
}
