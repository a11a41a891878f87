import { sql } from 'kysely'

/**
 * Set by every update that a reader can see, so that consumers can order two changes and a change can
 * expect the state that its caller has read.
 */
export const RAISED_VERSION = { version: sql<number>`version + 1` }
