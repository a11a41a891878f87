import { sql } from 'kysely'
import type { Tx } from '../../database.ts'
import { groupsToLock } from './shards.ts'

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
  for (const group of await groupsToLock(tx, locks, ({ id }) => id)) {
    const id = group[0]?.id
    const keys = group.map(({ key }) => key)
    // The table is always empty: it names a node, and each key is locked there. By another number, for the
    // node may be the coordinator, asked by another session, which would wait for this one.
    await sql`
      select count(${sql.raw(lock)}(~key)) from unnest(${keys}::bigint[]) as key
      where not exists (select from joined_commits as placed (id) where placed.id = ${id})`.execute(
      tx,
    )
  }
}
