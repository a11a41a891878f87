import { type Count, count, type Tokens, tokensOf } from './tokens.ts'

/** `usageMetadata` of a response. */
export type GeminiUsage = {
  promptTokenCount?: Count
  candidatesTokenCount?: Count
  /** What the Live API has in place of `candidatesTokenCount`. */
  responseTokenCount?: Count
  cachedContentTokenCount?: Count
  thoughtsTokenCount?: Count
  toolUsePromptTokenCount?: Count
}

/**
 * Of Google's Gemini, also on Vertex AI. Cached tokens are in `promptTokenCount`. Thoughts are beside
 * the candidates, and what tools gave back is beside the prompt: both are added.
 */
export function geminiTokens(usage: GeminiUsage | null | undefined): Tokens {
  const answered = count(usage?.candidatesTokenCount ?? usage?.responseTokenCount)
  return tokensOf({
    input: count(usage?.promptTokenCount) + count(usage?.toolUsePromptTokenCount),
    output: answered + count(usage?.thoughtsTokenCount),
    cacheRead: usage?.cachedContentTokenCount,
  })
}
