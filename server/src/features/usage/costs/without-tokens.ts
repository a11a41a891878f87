import { type SqlBool, sql } from 'kysely'
import type { CostedService } from './cost-record.ts'

/**
 * Selects events with an LLM call without tokens, by their prices (`price-text.ts`). It must be
 * identical to the condition of the index of these events.
 */
export const IS_WITHOUT_TOKENS = sql<SqlBool>`prices like '%.%'`

/** Returns warnings for services that cost nothing because their tokens were not counted. */
export function withoutTokensWarnings(services: readonly CostedService[]): string[] {
  const names = services
    .filter(({ isWithoutTokens }) => isWithoutTokens)
    .map(({ modelProvider, model }) => `${modelProvider}/${model}`)
  return [...new Set(names)].map(
    (name) =>
      `${name} has no tokens, so it costs 0; a streamed answer may lack its usage (OpenAI: stream_options.include_usage)`,
  )
}
