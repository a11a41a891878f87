import { type Count, count, outputWith, type Tokens, tokensOf } from './tokens.ts'

/** `usage` of a chat completion. */
export type OpenAiChatUsage = {
  prompt_tokens?: Count
  completion_tokens?: Count
  total_tokens?: Count
  prompt_tokens_details?: { cached_tokens?: Count; cache_write_tokens?: Count } | null | undefined
  completion_tokens_details?: { reasoning_tokens?: Count } | null | undefined
}

/**
 * Of OpenAI's chat completions, and of providers that answer alike. Cached tokens are in
 * `prompt_tokens`. Reasoning is in `completion_tokens`; with xAI it is beside it, and is added.
 */
export function openAiChatTokens(usage: OpenAiChatUsage | null | undefined): Tokens {
  const input = count(usage?.prompt_tokens)
  const output = count(usage?.completion_tokens)
  const reasoning = usage?.completion_tokens_details?.reasoning_tokens
  return tokensOf({
    input,
    output: outputWith(reasoning, { input, output, total: usage?.total_tokens }),
    cacheRead: usage?.prompt_tokens_details?.cached_tokens,
    cacheWrite: usage?.prompt_tokens_details?.cache_write_tokens,
  })
}

/** `usage` of a response. */
export type OpenAiResponsesUsage = {
  input_tokens?: Count
  output_tokens?: Count
  total_tokens?: Count
  input_tokens_details?: { cached_tokens?: Count; cache_write_tokens?: Count } | null | undefined
  output_tokens_details?: { reasoning_tokens?: Count } | null | undefined
}

/** Of OpenAI's responses: cached tokens are in `input_tokens`, reasoning is in `output_tokens`. */
export function openAiResponsesTokens(usage: OpenAiResponsesUsage | null | undefined): Tokens {
  const input = count(usage?.input_tokens)
  const output = count(usage?.output_tokens)
  const reasoning = usage?.output_tokens_details?.reasoning_tokens
  return tokensOf({
    input,
    output: outputWith(reasoning, { input, output, total: usage?.total_tokens }),
    cacheRead: usage?.input_tokens_details?.cached_tokens,
    cacheWrite: usage?.input_tokens_details?.cache_write_tokens,
  })
}
