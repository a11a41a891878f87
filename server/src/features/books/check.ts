import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { Scope } from './scope.ts'

/** A row that is not what it should be. */
export type Difference = {
  /** Null: of the whole organization. */
  customerId: string | null
  subject: string
  expected: string
  actual: string
}

/** What must be equal. */
export type Check = {
  name: string
  says: string
  /** Undefined: of some customers at a time. */
  of?: 'organization'
  /** Counts what was looked at. */
  compared: (scope: Scope) => RawBuilder<unknown>
  /** The first rows that differ. */
  find: (tx: Tx, scope: Scope, limit: number) => Promise<Difference[]>
}

/**
 * By a query for the rows that differ: whose it is, what it is, what it should be and what it is stored
 * as.
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
