import { chatSource, chatTokens, type OpenAiChatUsage, type OpenAiGiven } from './openai.ts'
import { type Count, count, type Tokens, tokensOf } from './tokens.ts'
import { usageIn } from './usage.ts'

/** `usage` of LiteLLM: OpenAI's fields, plus Anthropic's names for cached tokens. */
export type LiteLlmUsage = OpenAiChatUsage & {
  prompt_tokens_details?:
    | {
        cached_tokens?: Count
        cache_creation_tokens?: Count
        cache_write_tokens?: Count
        cache_creation_token_details?: { ephemeral_1h_input_tokens?: Count } | null | undefined
        audio_tokens?: Count
      }
    | null
    | undefined
  cache_read_input_tokens?: Count
  cache_creation_input_tokens?: Count
}

/**
 * Counts tokens of LiteLLM, for every provider. `prompt_tokens` includes cached tokens, read and
 * written.
 */
export function liteLlmTokens(given: OpenAiGiven<LiteLlmUsage>): Tokens {
  const source = chatSource('liteLlmTokens', given)
  const usage = usageIn<LiteLlmUsage>(given, 'usage')
  const counted = chatTokens(given, source)
  const details = usage.prompt_tokens_details
  const counts = {
    input: counted.inputTokens,
    output: counted.outputTokens,
    cacheRead: count(details?.cached_tokens) || count(usage.cache_read_input_tokens),
    cacheWrite:
      count(details?.cache_creation_tokens) ||
      count(details?.cache_write_tokens) ||
      count(usage.cache_creation_input_tokens),
    cacheWrite1h: details?.cache_creation_token_details?.ephemeral_1h_input_tokens,
    serviceTier: counted.serviceTier,
  }
  return tokensOf(counts, source)
}
