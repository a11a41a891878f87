import { setTimeout as delay } from 'node:timers/promises'
import { type Dialect, Kysely, type TransactionBuilder } from 'kysely'
import { isRetryable } from './errors.ts'
import { CamelCaseAnswers } from './names.ts'
import { pipelined, transactionPropsOf } from './pipelined-transaction.ts'

const ATTEMPTS = 4
const PAUSE_MS = 20

/**
 * Retries a transaction a few times after a deadlock, a serialization failure or a lock timeout.
 * Work inside a transaction must therefore have no effects outside the database.
 */
export class RetryingKysely<DB> extends Kysely<DB> {
  readonly #props

  constructor(dialect: Dialect) {
    super({ dialect, plugins: [new CamelCaseAnswers()] })
    this.#props = transactionPropsOf(dialect)
  }

  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) =>
      retrying(() =>
        execute(async (own) => {
          const { tx, end } = await pipelined(own, this.#props)
          return work(tx).finally(end)
        }),
      )
    return builder
  }
}

async function retrying<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error
      // A random delay, so that two conflicting transactions do not conflict again.
      await delay(PAUSE_MS * attempt * (0.5 + Math.random()))
    }
  }
}
