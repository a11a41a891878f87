import { type RawBuilder, sql } from 'kysely'

/** The customers to check and the window: usage by its date, invoices by issue date. */
export type Scope = {
  organizationId: string
  customerIds: readonly string[]
  /** Half-open, in epoch milliseconds; undefined for all time. */
  window: { start: number; end: number } | undefined
}

const at = (time: number) => sql`${new Date(time)}::timestamptz`

/**
 * Matches rows in the scope. `time` must be the plain column, so that Citus and indexes can use it.
 */
export function inScope(
  table: string,
  { organizationId, customerIds, window }: Scope,
  time: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const own = sql`${sql.ref(`${table}.customer_id`)} = any(${customerIds}::uuid[])
    and ${sql.ref(`${table}.organization_id`)} = ${organizationId}`
  if (!window) return own
  return sql`${own} and ${time} >= ${at(window.start)} and ${time} < ${at(window.end)}`
}

/** Like `inScope`, for rows that sum a UTC day. */
export function inDays(table: string, scope: Scope): RawBuilder<unknown> {
  const day = sql`${sql.ref(`${table}.day`)}`
  return inScope(table, scope, sql`${day}::timestamp at time zone 'UTC'`)
}
