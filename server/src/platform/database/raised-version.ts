import { sql } from 'kysely'

/**
 * What every update of an invoice, a subscription or a payment sets: who hears of two changes can tell
 * which came later.
 */
export const RAISED_VERSION = { version: sql<number>`version + 1` }
