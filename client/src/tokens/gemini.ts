import { type Count, count, type Tokens, tokensOf } from './tokens.ts'
import { warnOfAudio, warnOfSearches } from './unpriced.ts'
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
  promptTokensDetails?: TokensByModality
  candidatesTokensDetails?: TokensByModality
  responseTokensDetails?: TokensByModality
  toolUsePromptTokensDetails?: TokensByModality
}

type TokensByModality =
  | readonly { modality?: string | undefined; tokenCount?: Count }[]
  | null
  | undefined

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
 * separately. Audio and grounding with Google Search have their own rates, so they emit a warning.
 */
export function geminiTokens(given: GeminiUsage | GeminiResponse | null | undefined): Tokens {
  const usage = usageIn<GeminiUsage>(given, 'usageMetadata')
  const answered = count(usage.candidatesTokenCount ?? usage.responseTokenCount)
  const counts = {
    input: count(usage.promptTokenCount) + count(usage.toolUsePromptTokenCount),
    output: answered + count(usage.thoughtsTokenCount),
    cacheRead: usage.cachedContentTokenCount,
  }
  warnOfAudio(
    SOURCE,
    audioOf(usage.promptTokensDetails),
    audioOf(usage.candidatesTokensDetails),
    audioOf(usage.responseTokensDetails),
    audioOf(usage.toolUsePromptTokensDetails),
  )
  warnOfSearches(SOURCE, searchesOf(given), 'gemini-3-grounding-search or gemini-grounding-search')
  if (counts.input > 0 && isUnfinished(given)) warnOfUsage(SOURCE, 'an answer that is not finished')
  return tokensOf(counts, SOURCE)
}

function audioOf(details: TokensByModality): number {
  if (!Array.isArray(details)) return 0
  const audio = details.map(fieldsOf).filter(({ modality }) => modality === 'AUDIO')
  return audio.reduce((sum, { tokenCount }) => sum + count(tokenCount as Count), 0)
}

function searchesOf(given: unknown): number {
  const queries = candidatesOf(given).map(
    ({ groundingMetadata }) => fieldsOf(groundingMetadata).webSearchQueries,
  )
  return queries.reduce((sum: number, made) => sum + (Array.isArray(made) ? made.length : 0), 0)
}

function isUnfinished(given: unknown): boolean {
  return candidatesOf(given).some(({ finishReason }) => !finishReason)
}

function candidatesOf(given: unknown): Record<string, unknown>[] {
  const { candidates } = fieldsOf(given)
  return Array.isArray(candidates) ? candidates.map(fieldsOf) : []
}
