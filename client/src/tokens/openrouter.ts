import { type OpenAiChatUsage, openAiChatTokens } from './openai.ts'
import type { Count, Tokens } from './tokens.ts'

/** `usage` of OpenRouter, which says its own price too. */
export type OpenRouterUsage = OpenAiChatUsage & { cost?: Count }

/** Of OpenRouter: cached tokens, read and written, are in `prompt_tokens`, reasoning in the completion. */
export function openRouterTokens(usage: OpenRouterUsage | null | undefined): Tokens {
  return openAiChatTokens(usage)
}
