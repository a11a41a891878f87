import type { Db } from '../../src/platform/database.ts'
import { withMethods } from './with-methods.ts'

type Failing = {
  /** The number of the transaction that fails, from 1. */
  at: number
  /** Whether it fails although it was committed, as when its connection is lost. */
  isCommitted?: boolean
  error?: Error
}

/** A database of which one transaction fails. `count` returns how many were begun. */
export function withFailingTransaction(
  db: Db,
  { at, isCommitted = false, error = new Error('the process ended') }: Failing,
) {
  let count = 0
  const failing = <Builder extends ReturnType<Db['transaction']>>(builder: Builder): Builder => {
    const execute: typeof builder.execute = async (run) => {
      count += 1
      if (count !== at) return builder.execute(run)
      if (isCommitted) await builder.execute(run)
      throw error
    }
    const setIsolationLevel: typeof builder.setIsolationLevel = (level) =>
      failing(builder.setIsolationLevel(level))
    const setAccessMode: typeof builder.setAccessMode = (mode) =>
      failing(builder.setAccessMode(mode))
    return withMethods<ReturnType<Db['transaction']>>(builder, {
      execute,
      setIsolationLevel,
      setAccessMode,
    }) as Builder
  }
  const transaction: Db['transaction'] = () => failing(db.transaction())
  return { db: withMethods(db, { transaction }), count: () => count }
}
