import { type Count, count, type Tokens, tokensOf } from './tokens.ts'
import { type Given, type Source, usageIn } from './usage.ts'

/** `usage` of Converse, or of the metadata event of ConverseStream. */
export type BedrockUsage = {
  inputTokens?: Count
  outputTokens?: Count
  cacheReadInputTokens?: Count
  cacheWriteInputTokens?: Count
}

const SOURCE: Source = {
  name: 'bedrockTokens',
  hint: 'ConverseStream has usage in its last event, metadata.',
}

/**
 * Counts tokens of AWS Bedrock's Converse. `inputTokens` excludes cached tokens, so they are added.
 * `outputTokens` includes reasoning.
 */
export function bedrockTokens(given: Given<BedrockUsage>): Tokens {
  const usage = usageIn<BedrockUsage>(given, 'usage')
  const cacheRead = count(usage.cacheReadInputTokens)
  const cacheWrite = count(usage.cacheWriteInputTokens)
  const input = count(usage.inputTokens) + cacheRead + cacheWrite
  return tokensOf({ input, output: count(usage.outputTokens), cacheRead, cacheWrite }, SOURCE)
}
