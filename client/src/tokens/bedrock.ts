import { type Count, count, type Tokens, tokensOf } from './tokens.ts'
import { fieldsOf, type Source, usageIn } from './usage.ts'

/** `usage` of Converse, or of the metadata event of ConverseStream. */
export type BedrockUsage = {
  inputTokens?: Count
  outputTokens?: Count
  cacheReadInputTokens?: Count
  cacheWriteInputTokens?: Count
  /** Tokens written to the cache by their lifetime, such as `5m` and `1h`. */
  cacheDetails?: readonly { ttl?: string | undefined; inputTokens?: Count }[] | null | undefined
}

/** The answer of Converse, or the metadata event of ConverseStream. */
type BedrockAnswer = {
  usage?: BedrockUsage | null | undefined
  serviceTier?: { type?: string | undefined } | null | undefined
}

const SOURCE: Source = {
  name: 'bedrockTokens',
  hint: 'ConverseStream has usage in its last event, metadata.',
}

/**
 * Counts tokens of AWS Bedrock's Converse. `inputTokens` excludes cached tokens, so they are added.
 * `outputTokens` includes reasoning.
 */
export function bedrockTokens(given: BedrockUsage | BedrockAnswer | null | undefined): Tokens {
  const usage = usageIn<BedrockUsage>(given, 'usage')
  const cacheRead = count(usage.cacheReadInputTokens)
  const cacheWrite = count(usage.cacheWriteInputTokens)
  const counts = {
    input: count(usage.inputTokens) + cacheRead + cacheWrite,
    output: count(usage.outputTokens),
    cacheRead,
    cacheWrite,
    cacheWrite1h: writtenForHour(usage.cacheDetails),
    serviceTier: fieldsOf(fieldsOf(given).serviceTier).type,
  }
  return tokensOf(counts, SOURCE)
}

function writtenForHour(details: BedrockUsage['cacheDetails']): number {
  if (!Array.isArray(details)) return 0
  const forHour = details.map(fieldsOf).filter(({ ttl }) => ttl === '1h')
  return forHour.reduce((sum, { inputTokens }) => sum + count(inputTokens as Count), 0)
}
