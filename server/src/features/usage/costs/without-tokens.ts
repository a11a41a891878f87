import { type SqlBool, sql } from 'kysely'

/**
 * Selects events with an LLM call without tokens, by their prices (`price-text.ts`). It must be
 * identical to the condition of the index of these events.
 */
export const IS_WITHOUT_TOKENS = sql<SqlBool>`prices like '%.%'`
