import { type Dialect, type Kysely, type KyselyProps, Transaction } from 'kysely'

/** Properties shared by all transactions, without the connection of each. */
export type TransactionProps = Omit<KyselyProps, 'executor'>

/** Transactions do not nest, so the driver of these properties is never used. */
export function transactionPropsOf(dialect: Dialect): TransactionProps {
  return { config: { dialect }, dialect, driver: dialect.createDriver() }
}

/**
 * Returns the same transaction with pipelined statements: those started together (`Promise.all`)
 * travel in one round trip, and PostgreSQL runs them in order. Kysely itself sends one at a time,
 * for drivers without pipelining. After `end` it rejects statements, so that work still in progress
 * after a failure cannot write outside the transaction.
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
