import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'

/** Runs reads on one consistent snapshot. Inside a transaction, they run in that transaction. */
export function atOneMoment<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return read(db)
  return snapshotOf(db).execute(read)
}

/**
 * Runs reads on a second connection, at the snapshot of an open `atOneMoment`. PostgreSQL then works on both at the same
 * time. Holding one connection while waiting for another is safe only for heavy routes, of which few run at once.
 * Waits of the program between the two connections are no deadlock that PostgreSQL sees: the second one waits only
 * briefly for a lock, which a third session may hold back behind the first one.
 */
export async function atSameMoment<T>(
  db: Db,
  tx: Tx,
  read: (second: Tx) => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
  // It is idle while it waits for the second one, whose statements have their own limits.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  return snapshotOf(db).execute(async (second) => {
    await sql`set transaction snapshot ${sql.lit(rows[0]?.id)}`.execute(second)
    await sql`set local lock_timeout = '1s'`.execute(second)
    return read(second)
  })
}

const snapshotOf = (db: Db) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')

const isTransaction = (db: Db): db is Tx => db.isTransaction
