import type { Db, Tx } from '../database.ts'

/** Runs reads on one consistent snapshot. Inside a transaction, they run in that transaction. */
export function atOneMoment<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return read(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}

const isTransaction = (db: Db): db is Tx => db.isTransaction
