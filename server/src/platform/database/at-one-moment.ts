import type { Db, Tx } from '../database.ts'

/** Reads at one moment: that of the transaction where there is one already. */
export function atOneMoment<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return read(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}

const isTransaction = (db: Db): db is Tx => db.isTransaction
