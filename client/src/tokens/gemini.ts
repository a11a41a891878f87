import { type Count, count, type Tokens, tokensOf } from './tokens.ts'
import { fieldsOf, type Source, usageIn, warnOfUsage } from './usage.ts'

/** `usageMetadata` of a response. */
export type GeminiUsage = {
  promptTokenCount?: Count
  candidatesTokenCount?: Count
  /** Replaces `candidatesTokenCount` in the Live API. */
  responseTokenCount?: Count
  cachedContentTokenCount?: Count
  thoughtsTokenCount?: Count
  toolUsePromptTokenCount?: Count
}

/** A response, or a chunk of a stream. Only the last chunk has a finish reason. */
type GeminiResponse = {
  usageMetadata?: GeminiUsage | null | undefined
  candidates?: readonly { finishReason?: unknown }[] | null | undefined
}

const SOURCE: Source = {
  name: 'geminiTokens',
  hint: 'A stream has all counts in usageMetadata of its last chunk only.',
}

/**
 * Counts tokens of Google's Gemini, also on Vertex AI. `promptTokenCount` includes cached tokens.
 * Thoughts are added to the candidates, and tool results to the prompt, because both are counted
 * separately.
 */
export function geminiTokens(given: GeminiUsage | GeminiResponse | null | undefined): Tokens {
  const usage = usageIn<GeminiUsage>(given, 'usageMetadata')
  const answered = count(usage.candidatesTokenCount ?? usage.responseTokenCount)
  const counts = {
    input: count(usage.promptTokenCount) + count(usage.toolUsePromptTokenCount),
    output: answered + count(usage.thoughtsTokenCount),
    cacheRead: usage.cachedContentTokenCount,
  }
  if (counts.input > 0 && isUnfinished(given)) warnOfUsage(SOURCE, 'an answer that is not finished')
  return tokensOf(counts, SOURCE)
}

function isUnfinished(given: unknown): boolean {
  const { candidates } = fieldsOf(given)
  return Array.isArray(candidates) && candidates.some((it) => !fieldsOf(it).finishReason)
}
