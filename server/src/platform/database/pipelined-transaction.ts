import { type Dialect, type Kysely, type KyselyProps, Transaction } from 'kysely'

/** What transactions have in common, but for the connection that each of them runs on. */
export type TransactionProps = Omit<KyselyProps, 'executor'>

/** A transaction begins no other one, so its driver is never asked for anything. */
export function transactionPropsOf(dialect: Dialect): TransactionProps {
  return { config: { dialect }, dialect, driver: dialect.createDriver() }
}

/**
 * The same transaction, whose statements do not wait for each other: those that are started together
 * (`Promise.all`) travel in one round trip, and PostgreSQL runs them in their order. Kysely itself
 * sends one at a time, for the sake of drivers that cannot do that. After `end` it takes no more: what
 * is still under way when something else has failed must not write outside of it.
 */
export async function pipelined<DB>(
  tx: Kysely<DB>,
  props: TransactionProps,
): Promise<{ tx: Transaction<DB>; end: () => void }> {
  const executor = tx.getExecutor()
  const connection = await executor.provideConnection(async (own) => own)
  let isOver = false
  const atOnce = executor.withConnectionProvider({
    provideConnection: async (work) => {
      if (isOver) throw new Error('the transaction of this statement has ended')
      return work(connection)
    },
  })
  return {
    tx: new Transaction<DB>({ ...props, executor: atOnce }),
    end: () => {
      isOver = true
    },
  }
}
