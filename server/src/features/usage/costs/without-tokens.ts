import { type SqlBool, sql } from 'kysely'
import type { CostedService } from './cost-record.ts'

/**
 * Whether an LLM of an event has no token, which the event's prices say (`price-text.ts`). It is the condition of
 * the index of these events, letter by letter.
 */
export const IS_WITHOUT_TOKENS = sql<SqlBool>`prices like '%.%'`

/** What is said of services that cost nothing because nobody counted their tokens. */
export function withoutTokensWarnings(services: readonly CostedService[]): string[] {
  const names = services
    .filter(({ isWithoutTokens }) => isWithoutTokens)
    .map(({ modelProvider, model }) => `${modelProvider}/${model}`)
  return [...new Set(names)].map(
    (name) =>
      `${name} has no tokens, so it costs 0; a streamed answer may lack its usage (OpenAI: stream_options.include_usage)`,
  )
}
