import { type Source, warnOfUsage } from './usage.ts'

/** The counts of a usage record: the cached tokens are parts of `inputTokens`. */
export type Tokens = {
  inputTokens: number
  outputTokens: number
  cacheReadTokens?: number
  cacheWriteTokens?: number
}

/** A count that a provider may leave out. */
export type Count = number | null | undefined

type Counts = { input: number; output: number; cacheRead?: Count; cacheWrite?: Count }

/**
 * Parts are never more than the whole: the service would refuse the record, and the work is done. No
 * model answers without an input: where it is 0, the counts are missing, and a warning says so.
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
 * The output with the reasoning in it. Most providers count it in; where the total only adds up with
 * the reasoning beside the output, it is not.
 */
export function outputWith(
  reasoning: Count,
  { input, output, total }: { input: number; output: number; total: Count },
): number {
  const beside = input + output + count(reasoning)
  return count(reasoning) > 0 && total === beside ? output + count(reasoning) : output
}
