import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import { groupsToLock } from '../../platform/database/cluster/shards.ts'
import type { Tx } from '../../platform/database.ts'

/** Rows by their keys. One alone is asked for in the way that Citus plans in no time. */
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

/** The keys in groups of which one statement can lock all rows. */
export const keysToLock = (tx: Tx, keys: readonly CustomerScopedId[]) =>
  groupsToLock(tx, keys, ({ customerId }) => customerId)

/** What was found by `isOneOf`, for each key; undefined for one that is not there, or another organization's. */
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
