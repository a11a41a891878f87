import { chatSource, chatTokens, type OpenAiChatUsage, type OpenAiGiven } from './openai.ts'
import type { Count, Tokens } from './tokens.ts'

/** `usage` of OpenRouter, which includes its own price. */
export type OpenRouterUsage = OpenAiChatUsage & { cost?: Count }

/**
 * Counts tokens of OpenRouter. `prompt_tokens` includes cached tokens, read and written;
 * `completion_tokens` includes reasoning.
 */
export function openRouterTokens(given: OpenAiGiven<OpenRouterUsage>): Tokens {
  return chatTokens(given, chatSource('openRouterTokens', given))
}
