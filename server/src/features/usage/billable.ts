import { sql } from 'kysely'

/** What of a recorded quantity is billed: all but what was rejected. Whatever prices usage sums this. */
export const billable = (table: 'used' | 'rollups' | 'events') =>
  sql`${sql.ref(`${table}.quantity`)} - ${sql.ref(`${table}.rejected_quantity`)}`
