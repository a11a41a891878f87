import { type Count, count, outputWith, type Tokens, tokensOf } from './tokens.ts'
import { type Source, usageIn } from './usage.ts'

/** `usage` or `totalUsage` of the Vercel AI SDK, version 4 or later. */
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
 * A step has `usage`. A finished call of several steps also has `totalUsage`, which covers all
 * steps.
 */
type AiSdkResult = {
  usage?: AiSdkUsage | null | undefined
  totalUsage?: AiSdkUsage | null | undefined
}

const SOURCE: Source = {
  name: 'aiSdkTokens',
  hint: 'A stream has usage once it has ended: await result.totalUsage, or take it in onFinish.',
}

/**
 * Counts tokens of the Vercel AI SDK. Since version 6, `inputTokens` includes cached tokens and
 * `outputTokens` includes reasoning, for every provider.
 *
 * Version 5 passes on the provider's counts. With Anthropic and Bedrock its `inputTokens` lacks the
 * cached tokens. Use `anthropicTokens` or `bedrockTokens` with the provider's own usage there.
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
    // If there are more cached than input tokens, `input` cannot include the cached ones.
    input: cached > input ? input + cached : input,
    output: outputWith(usage.reasoningTokens, { input, output, total: usage.totalTokens }),
    cacheRead: cached,
  }
  return tokensOf(counts, SOURCE)
}
