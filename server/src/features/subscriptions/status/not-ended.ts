import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Condition for active or upcoming by `statusAt`, on `subscriptions` or an alias. Uses the dates,
 * because the stored status may be a minute late.
 */
export function notEnded(table: string, now: Date): RawBuilder<SqlBool> {
  const endsAt = sql.ref(`${table}.ends_at`)
  return sql<SqlBool>`(${endsAt} is null or ${endsAt} > ${now}::timestamptz)`
}
