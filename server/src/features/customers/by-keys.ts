import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import { groupsToLock } from '../../platform/database/cluster/shards.ts'
import type { Tx } from '../../platform/database.ts'

/**
 * Matches rows by their keys. A single key uses equality, which Citus plans much faster than
 * arrays.
 */
export function isOneOf(
  keys: readonly CustomerScopedId[],
  idColumn: 'id' | 'invoice_id' = 'id',
): RawBuilder<SqlBool> {
  const id = sql.ref(idColumn)
  const [key, ...others] = keys
  if (key && others.length === 0) {
    return sql`customer_id = ${key.customerId} and ${id} = ${key.id}`
  }
  const customerIds = keys.map(({ customerId }) => customerId)
  const ids = keys.map(({ id }) => id)
  return sql`customer_id = any(${customerIds}::uuid[]) and ${id} = any(${ids}::uuid[])`
}

/** Splits the keys into groups whose rows one statement can lock. */
export const keysToLock = (tx: Tx, keys: readonly CustomerScopedId[]) =>
  groupsToLock(tx, keys, ({ customerId }) => customerId)

/**
 * Returns the rows found by `isOneOf` in the order of the keys; undefined for a row that is absent
 * or belongs to another organization.
 */
export function inOrderOf<Row extends CustomerScopedId>(
  keys: readonly CustomerScopedId[],
  rows: readonly Row[],
): (Row | undefined)[] {
  const found = new Map(rows.map((row) => [row.id, row]))
  return keys.map(({ organizationId, customerId, id }) => {
    const one = found.get(id)
    const isTheirs = one?.organizationId === organizationId && one.customerId === customerId
    return isTheirs ? one : undefined
  })
}
