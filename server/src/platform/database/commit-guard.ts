import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'
import { SnakeCaseCompiler } from './names.ts'

/** Runs a statement in the transaction and returns the number of changed rows. */
export type RunInTransaction = (text: string, values: readonly unknown[]) => Promise<bigint>

/** Hooks around the commit of every transaction of some work. */
export type CommitGuard = {
  /** Runs in the transaction just before COMMIT. If it throws, the transaction is rolled back. */
  beforeCommit: (run: RunInTransaction) => Promise<void>
  afterCommit: () => void
}

const guards = new AsyncLocalStorage<CommitGuard>()

/** Applies a guard to every transaction that some work commits, however deeply nested. */
export function guardCommits<T>(guard: CommitGuard, work: () => T): T {
  return guards.run(guard, work)
}

/** PostgreSQL dialect whose transactions call the commit guard. */
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
