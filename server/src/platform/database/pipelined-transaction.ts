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
 * sends one at a time, for the sake of drivers that cannot do that.
 */
export async function pipelined<DB>(
  tx: Kysely<DB>,
  props: TransactionProps,
): Promise<Transaction<DB>> {
  const executor = tx.getExecutor()
  const connection = await executor.provideConnection(async (own) => own)
  const atOnce = executor.withConnectionProvider({ provideConnection: (work) => work(connection) })
  return new Transaction<DB>({ ...props, executor: atOnce })
}
