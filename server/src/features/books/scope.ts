import { type RawBuilder, sql } from 'kysely'

/** Whose books are checked, and which days: usage by its date, invoices by their date of issue. */
export type Scope = {
  organizationId: string
  customerIds: readonly string[]
  /** Half-open, in epoch milliseconds; undefined: from the first day to the last. */
  window: { start: number; end: number } | undefined
}

const at = (time: number) => sql`${new Date(time)}::timestamptz`

/** That a row is of the scope; `time` is when it was, which Citus and indexes need as it is. */
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

/** The same by the day of a row that adds up a day. */
export function inDays(table: string, scope: Scope): RawBuilder<unknown> {
  const day = sql`${sql.ref(`${table}.day`)}`
  return inScope(table, scope, sql`${day}::timestamp at time zone 'UTC'`)
}
