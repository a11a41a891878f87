import { type Count, count, type Tokens, tokensOf } from './tokens.ts'
import { warnOfSearches } from './unpriced.ts'
import { fieldsOf, type Given, type Source, usageIn, warnOfUsage } from './usage.ts'

/** `usage` of a message. */
export type AnthropicUsage = {
  input_tokens?: Count
  output_tokens?: Count
  cache_read_input_tokens?: Count
  cache_creation_input_tokens?: Count
  cache_creation?: { ephemeral_1h_input_tokens?: Count } | null | undefined
  /** `standard`, `priority` or `batch`. */
  service_tier?: string | null | undefined
  /** `fast` or `standard`. */
  speed?: string | null | undefined
  server_tool_use?: { web_search_requests?: Count } | null | undefined
}

/** A message; until the model has stopped, `stop_reason` is null. */
type AnthropicMessage = {
  usage?: AnthropicUsage | null | undefined
  stop_reason?: string | null | undefined
}

const SOURCE: Source = {
  name: 'anthropicTokens',
  hint: 'A stream has all counts in its finalMessage(), or in message_start and the last message_delta together: anthropicTokens(started.message, delta).',
}

/**
 * Counts tokens of Anthropic messages, and of Claude called by Bedrock's InvokeModel.
 * `input_tokens` excludes cached tokens, so they are added. `output_tokens` includes thinking. The
 * counts of a `message_delta` are cumulative: they replace those of `message_start`. Web searches of
 * the server are charged by the request, so they emit a warning.
 */
export function anthropicTokens(
  given: AnthropicUsage | AnthropicMessage | null | undefined,
  delta?: Given<AnthropicUsage>,
): Tokens {
  const started = usageIn<AnthropicUsage>(given, 'usage')
  const latest = usageIn<AnthropicUsage>(delta, 'usage')
  const isStarted = fieldsOf(given).stop_reason === null
  if (isStarted && !delta) warnOfUsage(SOURCE, 'an answer that is not finished')
  const of = <Name extends keyof AnthropicUsage>(name: Name) => latest[name] ?? started[name]
  const cacheRead = count(of('cache_read_input_tokens'))
  const cacheWrite = count(of('cache_creation_input_tokens'))
  const searches = of('server_tool_use')?.web_search_requests
  warnOfSearches(SOURCE, searches, 'anthropic-web-search-tool')
  const counts = {
    input: count(of('input_tokens')) + cacheRead + cacheWrite,
    output: count(of('output_tokens')),
    cacheRead,
    cacheWrite,
    cacheWrite1h: of('cache_creation')?.ephemeral_1h_input_tokens,
    // A fast answer has rates of its own, whatever its tier is.
    serviceTier: of('speed') === 'fast' ? 'fast' : of('service_tier'),
  }
  return tokensOf(counts, SOURCE)
}
