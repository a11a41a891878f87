import { serviceTierOf } from './service-tier.ts'
import { type Source, warnOfUsage } from './usage.ts'

/**
 * Token counts of a usage record, and the tier of service if it is not the standard one.
 * `inputTokens` includes the cached tokens.
 */
export type Tokens = {
  inputTokens: number
  outputTokens: number
  cacheReadTokens?: number
  cacheWriteTokens?: number
  /** The part of `cacheWriteTokens` that is kept for one hour. */
  cacheWrite1hTokens?: number
  serviceTier?: string
}

/** A count that a provider may omit. */
export type Count = number | null | undefined

type Counts = {
  input: number
  output: number
  cacheRead?: Count
  cacheWrite?: Count
  cacheWrite1h?: Count
  serviceTier?: unknown
}

/**
 * Returns valid token counts. Cached tokens are capped at the input, because the service would
 * reject the record after the work is done. No model answers without input, so an input of 0 means
 * missing counts and emits a warning.
 */
export function tokensOf(counts: Counts, source: Source): Tokens {
  const { input, output } = counts
  if (input === 0) warnOfUsage(source, output === 0 ? 'no usage' : 'usage without input tokens')
  const read = Math.min(count(counts.cacheRead), input)
  const written = Math.min(count(counts.cacheWrite), input - read)
  const writtenForHour = Math.min(count(counts.cacheWrite1h), written)
  const serviceTier = serviceTierOf(counts.serviceTier)
  return {
    inputTokens: input,
    outputTokens: output,
    ...(read > 0 ? { cacheReadTokens: read } : {}),
    ...(written > 0 ? { cacheWriteTokens: written } : {}),
    ...(writtenForHour > 0 ? { cacheWrite1hTokens: writtenForHour } : {}),
    ...(serviceTier === undefined ? {} : { serviceTier }),
  }
}

export const count = (value: Count): number =>
  typeof value === 'number' && value > 0 ? Math.round(value) : 0

/**
 * Returns the output tokens including reasoning. Most providers include reasoning in the output. It
 * is added if the total only adds up with reasoning counted separately.
 */
export function outputWith(
  reasoning: Count,
  { input, output, total }: { input: number; output: number; total: Count },
): number {
  const beside = input + output + count(reasoning)
  return count(reasoning) > 0 && total === beside ? output + count(reasoning) : output
}
