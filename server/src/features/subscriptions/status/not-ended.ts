import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * What `statusAt` calls active or upcoming, as a condition on `subscriptions` or an alias of it. By
 * the dates, because the stored status may be a minute late.
 */
export function notEnded(table: string, now: Date): RawBuilder<SqlBool> {
  const endsAt = sql.ref(`${table}.ends_at`)
  return sql<SqlBool>`(${endsAt} is null or ${endsAt} > ${now}::timestamptz)`
}
