import { sql } from 'kysely'

/**
 * Builds the billable quantity: the recorded quantity minus the rejected one. Every price of usage
 * is based on its sum.
 */
export const billable = (table: 'used' | 'rollups' | 'events') =>
  sql`${sql.ref(`${table}.quantity`)} - ${sql.ref(`${table}.rejected_quantity`)}`
