import { type Count, count, type Tokens, tokensOf } from './tokens.ts'

/** `usage` of a message. */
export type AnthropicUsage = {
  input_tokens?: Count
  output_tokens?: Count
  cache_read_input_tokens?: Count
  cache_creation_input_tokens?: Count
}

/**
 * Of Anthropic's messages, and of Claude called by InvokeModel of Bedrock. Cached tokens are beside
 * `input_tokens`, and are added; thinking is in `output_tokens`.
 */
export function anthropicTokens(usage: AnthropicUsage | null | undefined): Tokens {
  const cacheRead = count(usage?.cache_read_input_tokens)
  const cacheWrite = count(usage?.cache_creation_input_tokens)
  return tokensOf({
    input: count(usage?.input_tokens) + cacheRead + cacheWrite,
    output: count(usage?.output_tokens),
    cacheRead,
    cacheWrite,
  })
}
