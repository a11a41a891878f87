import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { Scope } from './scope.ts'

/** A row whose stored value differs from the expected one. */
export type Difference = {
  /** Null for sums of the whole organization. */
  customerId: string | null
  subject: string
  expected: string
  actual: string
}

/** Two figures that must be equal. */
export type Check = {
  name: string
  says: string
  /** Undefined: runs for batches of customers. Latest: for all of them, or for the latest ones. */
  of?: 'organization' | 'latest'
  /** Counts the rows compared. */
  compared: (scope: Scope) => RawBuilder<unknown>
  /** Returns the first rows that differ. */
  find: (tx: Tx, scope: Scope, limit: number) => Promise<Difference[]>
}

/**
 * Builds a check from a query that returns the differing rows: customer, subject, expected and
 * stored value.
 */
export function inSql(differences: (scope: Scope) => RawBuilder<unknown>): Check['find'] {
  return (tx, scope, limit) => findDifferences(tx, differences(scope), limit)
}

export async function findDifferences(
  tx: Tx,
  query: RawBuilder<unknown>,
  limit: number,
): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select differences.* from (${query}) differences
    order by customer_id, subject limit ${limit}`.execute(tx)
  return rows
}
