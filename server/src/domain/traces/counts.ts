import type { Usage } from './span.ts'
import { TOKENS_MAX } from './values.ts'

/** Counts of tokens as a source sends them; undefined: not sent. */
export type Counts = {
  input?: number | undefined
  output?: number | undefined
  /** Of all kinds. */
  total?: number | undefined
  cacheRead?: number | undefined
  cacheWrite?: number | undefined
  /** The part of `cacheWrite` that is kept for one hour. */
  cacheWrite1h?: number | undefined
  reasoning?: number | undefined
}

/** Kinds that a source counts beside the others, where it is known. */
export type Beside = { cached: boolean; reasoning: boolean }

type Tokens = Pick<
  Usage,
  'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens' | 'cacheWrite1hTokens'
>

/**
 * Converts counts to those of a usage record: cached tokens are part of the input, reasoning is part
 * of the output. Kinds that the source counts beside them are added:
 * - those that it is known to count so;
 * - those without which the total is wrong;
 * - those that are more than the count that would include them, with a warning.
 *
 * Returns undefined if no tokens were used, or more than a call can have.
 */
export function tokensOf(counts: Counts, beside: Beside, warnings: string[]): Tokens | undefined {
  const { input = 0, output = 0, total, cacheRead = 0, cacheWrite1h = 0, reasoning = 0 } = counts
  const cacheWrite = Math.max(counts.cacheWrite ?? 0, cacheWrite1h)
  const cached = cacheRead + cacheWrite
  const isCachedBeside =
    beside.cached || (cached > 0 && total === input + output + cached) || cached > input
  if (!beside.cached && cached > input && input > 0) {
    warnings.push(`${cached} cached tokens are more than ${input} input tokens, and were added`)
  }
  const inputTokens = isCachedBeside ? input + cached : input
  const outputTokens = withReasoning(output, { reasoning, total, inputTokens, beside }, warnings)
  if (inputTokens === 0 && outputTokens === 0) return undefined
  if (inputTokens > TOKENS_MAX || outputTokens > TOKENS_MAX) {
    warnings.push(`A call with more than ${TOKENS_MAX} tokens was left out`)
    return undefined
  }
  return {
    inputTokens,
    outputTokens,
    ...(cacheRead > 0 && { cacheReadTokens: cacheRead }),
    ...(cacheWrite > 0 && { cacheWriteTokens: cacheWrite }),
    ...(cacheWrite1h > 0 && { cacheWrite1hTokens: cacheWrite1h }),
  }
}

type Around = {
  reasoning: number
  total: number | undefined
  inputTokens: number
  beside: Beside
}

function withReasoning(
  output: number,
  { reasoning, total, inputTokens, beside }: Around,
  warnings: string[],
): number {
  if (beside.reasoning) {
    // Without a count of its own, it is what the total has beside input and output.
    return output + (reasoning || Math.max(0, (total ?? 0) - inputTokens - output))
  }
  if (reasoning === 0) return output
  if (total === inputTokens + output + reasoning) return output + reasoning
  if (reasoning <= output) return output
  warnings.push(
    `${reasoning} reasoning tokens are more than ${output} output tokens, and were added`,
  )
  return output + reasoning
}
