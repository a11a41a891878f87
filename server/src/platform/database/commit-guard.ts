import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'
import { SnakeCaseCompiler } from './names.ts'

/** Runs a statement in the transaction and returns how many rows it changed. */
export type RunInTransaction = (text: string, values: readonly unknown[]) => Promise<bigint>

/** Has the last word in every transaction of some work. */
export type CommitGuard = {
  /** Runs just before COMMIT, in the transaction; when it throws, all of it is undone. */
  beforeCommit: (run: RunInTransaction) => Promise<void>
  afterCommit: () => void
}

const guards = new AsyncLocalStorage<CommitGuard>()

/** Puts a guard on every transaction that some work commits, however deep inside. */
export function guardCommits<T>(guard: CommitGuard, work: () => T): T {
  return guards.run(guard, work)
}

/** PostgreSQL with transactions that ask the guard of their work. */
export class GuardedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new GuardedDriver(this.#config)
  }

  override createQueryCompiler(): SnakeCaseCompiler {
    return new SnakeCaseCompiler()
  }
}

class GuardedDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const guard = guards.getStore()
    await guard?.beforeCommit(async (text, values) => {
      const query = CompiledQuery.raw(text, [...values])
      const { numAffectedRows = 0n } = await connection.executeQuery(query)
      return numAffectedRows
    })
    await super.commitTransaction(connection as Parameters<PostgresDriver['commitTransaction']>[0])
    guard?.afterCommit()
  }
}
