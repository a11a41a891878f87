import { chatSource, chatTokens, type OpenAiChatUsage } from './openai.ts'
import type { Count, Tokens } from './tokens.ts'
import { type Given, usageIn } from './usage.ts'

/** `usage` of OpenRouter, which says its own price too. */
export type OpenRouterUsage = OpenAiChatUsage & { cost?: Count }

/** Of OpenRouter: cached tokens, read and written, are in `prompt_tokens`, reasoning in the completion. */
export function openRouterTokens(given: Given<OpenRouterUsage>): Tokens {
  return chatTokens(usageIn<OpenRouterUsage>(given, 'usage'), chatSource('openRouterTokens'))
}
