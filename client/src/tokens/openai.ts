import { type Count, count, outputWith, type Tokens, tokensOf } from './tokens.ts'
import { warnOfAudio, warnOfFileSearches, warnOfSearches } from './unpriced.ts'
import { fieldsOf, type Given, type Source, usageIn } from './usage.ts'

/** `usage` of a chat completion. */
export type OpenAiChatUsage = {
  prompt_tokens?: Count
  completion_tokens?: Count
  total_tokens?: Count
  prompt_tokens_details?:
    | { cached_tokens?: Count; cache_write_tokens?: Count; audio_tokens?: Count }
    | null
    | undefined
  completion_tokens_details?: { reasoning_tokens?: Count; audio_tokens?: Count } | null | undefined
  /** Of gateways to Anthropic. */
  server_tool_use?: { web_search_requests?: Count } | null | undefined
}

/** The usage itself, or the answer that contains it, with its tier of service. */
export type OpenAiGiven<Usage> = Given<Usage> | { service_tier?: string | null | undefined }

/** Returns the source for warnings: the hint depends on what was given. */
export const chatSource = (name: string, given: unknown): Source => ({
  name,
  hint: isOfResponse(usageIn(given, 'usage'))
    ? 'This is the usage of a response: use openAiResponsesTokens.'
    : 'A stream has usage only with stream_options: { include_usage: true }, in its last chunk.',
})

/**
 * Counts tokens of OpenAI chat completions, and of providers with the same format. `prompt_tokens`
 * includes cached tokens. `completion_tokens` includes reasoning. xAI reports reasoning separately,
 * so it is added. Gemini reports thoughts in the total only, so they are added too. The tier of
 * service is in the completion, not in its usage. Audio tokens emit a warning.
 */
export function openAiChatTokens(given: OpenAiGiven<OpenAiChatUsage>): Tokens {
  return chatTokens(given, chatSource('openAiChatTokens', given))
}

/**
 * Counts tokens of any provider with usage in this format; `source` names the exported function.
 */
export function chatTokens(given: OpenAiGiven<OpenAiChatUsage>, source: Source): Tokens {
  const usage = usageIn<OpenAiChatUsage>(given, 'usage')
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage
  warnOfAudio(source, prompt?.audio_tokens, completion?.audio_tokens)
  warnOfSearches(source, usage.server_tool_use?.web_search_requests)
  const counts = {
    ...chatCounts(usage),
    cacheRead: prompt?.cached_tokens,
    cacheWrite: prompt?.cache_write_tokens,
    serviceTier: fieldsOf(given).service_tier,
  }
  return tokensOf(counts, source)
}

/** Returns whether this is usage of a response. That of Anthropic has neither the total nor details. */
const isOfResponse = (usage: OpenAiResponsesUsage): boolean =>
  count(usage.input_tokens) > 0 && (count(usage.total_tokens) > 0 || !!usage.input_tokens_details)

/** Returns the input and the output, including reasoning that is counted separately. */
export function chatCounts(usage: OpenAiChatUsage): { input: number; output: number } {
  const input = count(usage.prompt_tokens)
  const output = count(usage.completion_tokens)
  const total = count(usage.total_tokens)
  const reasoning = count(usage.completion_tokens_details?.reasoning_tokens)
  // The OpenAI format of Gemini has no details: the rest of its total is thoughts.
  if (reasoning === 0 && input > 0 && total > input + output)
    return { input, output: total - input }
  return { input, output: outputWith(reasoning, { input, output, total }) }
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
 * includes reasoning. The tier of service is in the response, not in its usage. Searches of the
 * server are charged by the call, so they emit a warning.
 */
export function openAiResponsesTokens(given: OpenAiGiven<OpenAiResponsesUsage>): Tokens {
  const usage = usageIn<OpenAiResponsesUsage>(given, 'usage')
  const input = count(usage.input_tokens)
  const output = count(usage.output_tokens)
  const reasoning = usage.output_tokens_details?.reasoning_tokens
  const counts = {
    input,
    output: outputWith(reasoning, { input, output, total: usage.total_tokens }),
    cacheRead: usage.input_tokens_details?.cached_tokens,
    cacheWrite: usage.input_tokens_details?.cache_write_tokens,
    serviceTier: fieldsOf(given).service_tier,
  }
  warnOfSearches(RESPONSES, callsIn(given, 'web_search_call'), 'openai-web-search-tool')
  warnOfFileSearches(RESPONSES, callsIn(given, 'file_search_call'))
  return tokensOf(counts, RESPONSES)
}

/** Returns the number of calls of a tool by the server. */
function callsIn(given: unknown, type: string): number {
  const { output } = fieldsOf(given)
  return Array.isArray(output) ? output.filter((item) => fieldsOf(item).type === type).length : 0
}
