import { sql } from 'kysely'
import type { Tx } from '../../database.ts'
import { groupsToLock } from './shards.ts'

/** An advisory lock key, and an id by which heavy tables are distributed. */
export type NodeLock = { id: string; key: string }

export type LockFunction = 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared'

/**
 * Takes locks that the transaction holds on the coordinator also on the nodes of their ids. There
 * they are prepared together with the rows written under them, and released when those rows become
 * visible. If a crash interrupts the second phase of a commit, transactions that decide by rows of
 * such an id therefore wait (ADR 29).
 */
export async function lockOnNodes(
  tx: Tx,
  locks: readonly NodeLock[],
  lock: LockFunction,
): Promise<void> {
  for (const group of await groupsToLock(tx, locks, ({ id }) => id)) {
    const id = group[0]?.id
    const keys = group.map(({ key }) => key)
    // The table is always empty: it routes the statement to a node, where each key is locked. The
    // key is inverted, because the node may be the coordinator itself, reached by another session,
    // which would wait for this one.
    await sql`
      select count(${sql.raw(lock)}(~key)) from unnest(${keys}::bigint[]) as key
      where not exists (select from joined_commits as placed (id) where placed.id = ${id})`.execute(
      tx,
    )
  }
}
