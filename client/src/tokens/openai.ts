import { type Count, count, outputWith, type Tokens, tokensOf } from './tokens.ts'
import { type Given, type Source, usageIn } from './usage.ts'

/** `usage` of a chat completion. */
export type OpenAiChatUsage = {
  prompt_tokens?: Count
  completion_tokens?: Count
  total_tokens?: Count
  prompt_tokens_details?: { cached_tokens?: Count; cache_write_tokens?: Count } | null | undefined
  completion_tokens_details?: { reasoning_tokens?: Count } | null | undefined
}

export const chatSource = (name: string): Source => ({
  name,
  hint: 'A stream has usage only with stream_options: { include_usage: true }, in its last chunk.',
})

/**
 * Counts tokens of OpenAI chat completions, and of providers with the same format. `prompt_tokens`
 * includes cached tokens. `completion_tokens` includes reasoning. xAI reports reasoning separately,
 * so it is added.
 */
export function openAiChatTokens(given: Given<OpenAiChatUsage>): Tokens {
  return chatTokens(usageIn<OpenAiChatUsage>(given, 'usage'), chatSource('openAiChatTokens'))
}

/**
 * Counts tokens of any provider with usage in this format; `source` names the exported function.
 */
export function chatTokens(usage: OpenAiChatUsage, source: Source): Tokens {
  const input = count(usage.prompt_tokens)
  const output = count(usage.completion_tokens)
  const reasoning = usage.completion_tokens_details?.reasoning_tokens
  const counts = {
    input,
    output: outputWith(reasoning, { input, output, total: usage.total_tokens }),
    cacheRead: usage.prompt_tokens_details?.cached_tokens,
    cacheWrite: usage.prompt_tokens_details?.cache_write_tokens,
  }
  return tokensOf(counts, source)
}

/** `usage` of a response. */
export type OpenAiResponsesUsage = {
  input_tokens?: Count
  output_tokens?: Count
  total_tokens?: Count
  input_tokens_details?: { cached_tokens?: Count; cache_write_tokens?: Count } | null | undefined
  output_tokens_details?: { reasoning_tokens?: Count } | null | undefined
}

const RESPONSES: Source = {
  name: 'openAiResponsesTokens',
  hint: 'A stream has usage in the response of its last event, response.completed.',
}

/**
 * Counts tokens of OpenAI responses. `input_tokens` includes cached tokens and `output_tokens`
 * includes reasoning.
 */
export function openAiResponsesTokens(given: Given<OpenAiResponsesUsage>): Tokens {
  const usage = usageIn<OpenAiResponsesUsage>(given, 'usage')
  const input = count(usage.input_tokens)
  const output = count(usage.output_tokens)
  const reasoning = usage.output_tokens_details?.reasoning_tokens
  const counts = {
    input,
    output: outputWith(reasoning, { input, output, total: usage.total_tokens }),
    cacheRead: usage.input_tokens_details?.cached_tokens,
    cacheWrite: usage.input_tokens_details?.cache_write_tokens,
  }
  return tokensOf(counts, RESPONSES)
}
