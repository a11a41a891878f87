import { type Count, count, outputWith, type Tokens, tokensOf } from './tokens.ts'
import { type Source, usageIn } from './usage.ts'

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

/** A step has `usage`. A finished call of several steps has `totalUsage` too, and all of it counts. */
type AiSdkResult = {
  usage?: AiSdkUsage | null | undefined
  totalUsage?: AiSdkUsage | null | undefined
}

const SOURCE: Source = {
  name: 'aiSdkTokens',
  hint: 'A stream has usage once it has ended: await result.totalUsage, or take it in onFinish.',
}

/**
 * Of the Vercel AI SDK. Since version 6, cached tokens are in `inputTokens` and reasoning is in
 * `outputTokens`, whatever the provider. Version 5 says what the provider says: with Anthropic and
 * Bedrock take `anthropicTokens` or `bedrockTokens` of the provider's own usage instead, because their
 * cached tokens are missing in `inputTokens`.
 */
export function aiSdkTokens(given: AiSdkUsage | AiSdkResult | null | undefined): Tokens {
  const usage = usageIn<AiSdkUsage>(given, 'totalUsage', 'usage')
  const input = count(usage.inputTokens ?? usage.promptTokens)
  const output = count(usage.outputTokens ?? usage.completionTokens)
  const details = usage.inputTokenDetails
  if (details) {
    const { cacheReadTokens: cacheRead, cacheWriteTokens: cacheWrite } = details
    return tokensOf({ input, output, cacheRead, cacheWrite }, SOURCE)
  }
  const cached = count(usage.cachedInputTokens)
  const counts = {
    // More was cached than was sent: it cannot be a part of it.
    input: cached > input ? input + cached : input,
    output: outputWith(usage.reasoningTokens, { input, output, total: usage.totalTokens }),
    cacheRead: cached,
  }
  return tokensOf(counts, SOURCE)
}
