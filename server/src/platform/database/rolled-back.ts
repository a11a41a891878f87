import type { Db, Tx } from '../database.ts'

/** Returns the result of work in a transaction that is then rolled back. */
export async function rolledBack<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  let done: { result: Result } | undefined
  await db
    .transaction()
    .execute(async (tx) => {
      done = { result: await work(tx) }
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  if (done === undefined) throw new Error('the work of a transaction ended without a result')
  return done.result
}

class Undone extends Error {}
