import { setTimeout as sleep } from 'node:timers/promises'
import type { UsageBatchResult } from '../../features/usage/batch/result-fields.ts'
import { isDatabaseUnreachable, isRetryable } from '../../platform/database/errors.ts'
import { AppError } from '../../platform/errors.ts'
import type { JsonObject } from '../../platform/json/json-object.ts'

/** Records a batch like the API. */
export type Send = (records: readonly JsonObject[]) => Promise<UsageBatchResult>

/** Limits for resending a batch while the database is unavailable. */
export type RetryLimits = { giveUpAfterMs: number; firstDelayMs: number; longestDelayMs: number }

export const ONE_MINUTE: RetryLimits = {
  giveUpAfterMs: 60_000,
  firstDelayMs: 500,
  longestDelayMs: 5_000,
}

/** The database stayed unavailable; the rows may be valid. */
export class RetriesExhausted extends Error {}

/**
 * Sends a batch until it is answered. Resending is safe because every record has an idempotency
 * key. Throws `RetriesExhausted` when the database stays unavailable or `signal` aborts.
 */
export async function sendWithRetry(
  send: Send,
  records: readonly JsonObject[],
  {
    retryLimits,
    signal,
    onRetry,
  }: { retryLimits: RetryLimits; signal: AbortSignal; onRetry: () => void },
): Promise<UsageBatchResult> {
  const giveUpAt = performance.now() + retryLimits.giveUpAfterMs
  for (
    let delay = retryLimits.firstDelayMs;
    ;
    delay = Math.min(delay * 2, retryLimits.longestDelayMs)
  ) {
    try {
      return await send(records)
    } catch (error) {
      if (!isWorthRetrying(error)) throw error
      const isOver = signal.aborted || performance.now() + delay > giveUpAt
      if (isOver) throw new RetriesExhausted('the database cannot be reached', { cause: error })
    }
    onRetry()
    await sleep(delay, undefined, { signal }).catch(() => undefined)
  }
}

function isWorthRetrying(error: unknown): boolean {
  if (error instanceof AppError) return error.kind === 'unavailable'
  return isDatabaseUnreachable(error) || isRetryable(error)
}
