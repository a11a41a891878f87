import { sql } from 'kysely'

/**
 * Builds the billable quantity: the recorded quantity minus the rejected one. Every price of usage
 * is based on its sum.
 */
export const billable = (table: 'used' | 'rollups' | 'events') =>
  sql`${sql.ref(`${table}.quantity`)} - ${sql.ref(`${table}.rejected_quantity`)}`

/**
 * Builds the rejected quantity of events. The stored one also counts the provisional units, which
 * are not billed either.
 */
export const rejected = (table: 'usage_events' | 'events') =>
  sql`${sql.ref(`${table}.rejected_quantity`)} - coalesce(${sql.ref(`${table}.provisional_quantity`)}, 0)`
