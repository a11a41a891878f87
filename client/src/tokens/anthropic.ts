import { type Count, count, type Tokens, tokensOf } from './tokens.ts'
import { fieldsOf, type Given, type Source, usageIn, warnOfUsage } from './usage.ts'

/** `usage` of a message. */
export type AnthropicUsage = {
  input_tokens?: Count
  output_tokens?: Count
  cache_read_input_tokens?: Count
  cache_creation_input_tokens?: Count
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
 * counts of a `message_delta` are cumulative: they replace those of `message_start`.
 */
export function anthropicTokens(
  given: AnthropicUsage | AnthropicMessage | null | undefined,
  delta?: Given<AnthropicUsage>,
): Tokens {
  const started = usageIn<AnthropicUsage>(given, 'usage')
  const latest = usageIn<AnthropicUsage>(delta, 'usage')
  const isStarted = fieldsOf(given).stop_reason === null
  if (isStarted && !delta) warnOfUsage(SOURCE, 'an answer that is not finished')
  const of = (name: keyof AnthropicUsage) => count(latest[name] ?? started[name])
  const cacheRead = of('cache_read_input_tokens')
  const cacheWrite = of('cache_creation_input_tokens')
  const input = of('input_tokens') + cacheRead + cacheWrite
  return tokensOf({ input, output: of('output_tokens'), cacheRead, cacheWrite }, SOURCE)
}
