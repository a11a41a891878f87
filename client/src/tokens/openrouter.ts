import { chatSource, chatTokens, type OpenAiChatUsage } from './openai.ts'
import type { Count, Tokens } from './tokens.ts'
import { type Given, usageIn } from './usage.ts'

/** `usage` of OpenRouter, which includes its own price. */
export type OpenRouterUsage = OpenAiChatUsage & { cost?: Count }

/**
 * Counts tokens of OpenRouter. `prompt_tokens` includes cached tokens, read and written;
 * `completion_tokens` includes reasoning.
 */
export function openRouterTokens(given: Given<OpenRouterUsage>): Tokens {
  return chatTokens(usageIn<OpenRouterUsage>(given, 'usage'), chatSource('openRouterTokens'))
}
