import { type Source, warnOfUsage } from './usage.ts'

/** Token counts of a usage record; `inputTokens` includes the cached tokens. */
export type Tokens = {
  inputTokens: number
  outputTokens: number
  cacheReadTokens?: number
  cacheWriteTokens?: number
}

/** A count that a provider may omit. */
export type Count = number | null | undefined

type Counts = { input: number; output: number; cacheRead?: Count; cacheWrite?: Count }

/**
 * Returns valid token counts. Cached tokens are capped at the input, because the service would
 * reject the record after the work is done. No model answers without input, so an input of 0 means
 * missing counts and emits a warning.
 */
export function tokensOf({ input, output, cacheRead, cacheWrite }: Counts, source: Source): Tokens {
  if (input === 0) warnOfUsage(source, output === 0 ? 'no usage' : 'usage without input tokens')
  const read = Math.min(count(cacheRead), input)
  const written = Math.min(count(cacheWrite), input - read)
  return {
    inputTokens: input,
    outputTokens: output,
    ...(read > 0 ? { cacheReadTokens: read } : {}),
    ...(written > 0 ? { cacheWriteTokens: written } : {}),
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
