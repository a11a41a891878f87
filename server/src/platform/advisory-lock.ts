import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { batched } from './batching/batched.ts'
import { type LockFunction, lockOnNodes } from './database/cluster/lock-on-nodes.ts'
import type { Tx } from './database.ts'

/** `share` for adding rows that depend on the locked row, `update` for changing or removing it. */
export type LockMode = 'share' | 'update'

export type LockedRows = {
  table: string
  organizationId: string
  ids: readonly string[]
  /**
   * Set when heavy tables are distributed by these ids, and a decision under the lock reads their
   * rows.
   */
  onNodes?: true
}

/**
 * Locks rows of a small, shared table until the transaction ends. It uses advisory locks, because
 * on Citus two sessions that lock different rows of a reference table block each other. It locks
 * names and reads nothing. Read the rows afterwards: only a later statement sees what the previous
 * holder wrote.
 */
export async function lockRows(tx: Tx, rows: LockedRows, mode: LockMode): Promise<void> {
  if (rows.ids.length === 0) return
  await (mode === 'share' ? lockShared(tx, rows) : lockExclusive(tx, rows))
}

const lockShared = batched((tx: Tx, rows: readonly LockedRows[]) =>
  lockAll(tx, rows, 'pg_advisory_xact_lock_shared'),
)
const lockExclusive = batched((tx: Tx, rows: readonly LockedRows[]) =>
  lockAll(tx, rows, 'pg_advisory_xact_lock'),
)

async function lockAll(
  tx: Tx,
  rows: readonly LockedRows[],
  lock: LockFunction,
): Promise<undefined[]> {
  const locks = rows.flatMap(({ table, organizationId, ids, onNodes }) =>
    ids.map((id) => ({ id, key: keyOf(table, organizationId, id), onNodes })),
  )
  // All transactions lock in the same order, which prevents deadlocks.
  const keys = [...new Set(locks.map(({ key }) => key))].toSorted(ascending).map(String)
  const { rows: answers } = await sql<{ isCitus: boolean }>`
    select ${sql.raw(lock)}(key), to_regclass('pg_dist_partition') is not null as is_citus
    from unnest(${keys}::bigint[]) as key`.execute(tx)
  if (answers[0]?.isCitus) {
    const onNodes = locks.flatMap((one) =>
      one.onNodes ? { id: one.id, key: String(one.key) } : [],
    )
    await lockOnNodes(tx, onNodes, lock)
  }
  return rows.map(() => undefined)
}

/**
 * Returns 64 bits of a hash. Two rows are so unlikely to share a key that the extra wait is
 * acceptable.
 */
function keyOf(table: string, organizationId: string, id: string): bigint {
  const name = `${table} ${organizationId} ${id}`.toLowerCase()
  return createHash('sha256').update(name).digest().readBigInt64BE()
}

function ascending(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
