import { sql } from 'kysely'

/**
 * Set by every update of an invoice, a subscription or a payment, so that consumers can order two
 * changes.
 */
export const RAISED_VERSION = { version: sql<number>`version + 1` }
