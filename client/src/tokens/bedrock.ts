import { type Count, count, type Tokens, tokensOf } from './tokens.ts'

/** `usage` of Converse, or of the metadata event of ConverseStream. */
export type BedrockUsage = {
  inputTokens?: Count
  outputTokens?: Count
  cacheReadInputTokens?: Count
  cacheWriteInputTokens?: Count
}

/**
 * Of Converse of AWS Bedrock. Cached tokens are beside `inputTokens`, and are added; reasoning is in
 * `outputTokens`.
 */
export function bedrockTokens(usage: BedrockUsage | null | undefined): Tokens {
  const cacheRead = count(usage?.cacheReadInputTokens)
  const cacheWrite = count(usage?.cacheWriteInputTokens)
  return tokensOf({
    input: count(usage?.inputTokens) + cacheRead + cacheWrite,
    output: count(usage?.outputTokens),
    cacheRead,
    cacheWrite,
  })
}
