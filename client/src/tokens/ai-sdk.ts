import { type Count, count, outputWith, type Tokens, tokensOf } from './tokens.ts'

/** `usage` or `totalUsage` of the Vercel AI SDK, since its version 4. */
export type AiSdkUsage = {
  inputTokens?: Count
  outputTokens?: Count
  totalTokens?: Count
  /** Since version 6. */
  inputTokenDetails?: { cacheReadTokens?: Count; cacheWriteTokens?: Count } | null | undefined
  /** Version 5. */
  cachedInputTokens?: Count
  reasoningTokens?: Count
  /** Version 4. */
  promptTokens?: Count
  completionTokens?: Count
}

/**
 * Of the Vercel AI SDK. Since version 6, cached tokens are in `inputTokens` and reasoning is in
 * `outputTokens`, whatever the provider. Version 5 says what the provider says: with Anthropic and
 * Bedrock take `anthropicTokens` or `bedrockTokens` of the provider's own usage instead, because their
 * cached tokens are missing in `inputTokens`.
 */
export function aiSdkTokens(usage: AiSdkUsage | null | undefined): Tokens {
  const input = count(usage?.inputTokens ?? usage?.promptTokens)
  const output = count(usage?.outputTokens ?? usage?.completionTokens)
  const details = usage?.inputTokenDetails
  if (details) {
    const { cacheReadTokens: cacheRead, cacheWriteTokens: cacheWrite } = details
    return tokensOf({ input, output, cacheRead, cacheWrite })
  }
  const cached = count(usage?.cachedInputTokens)
  return tokensOf({
    // More was cached than was sent: it cannot be a part of it.
    input: cached > input ? input + cached : input,
    output: outputWith(usage?.reasoningTokens, { input, output, total: usage?.totalTokens }),
    cacheRead: cached,
  })
}
