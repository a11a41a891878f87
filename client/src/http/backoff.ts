import {
  NetworkError,
  PieceworkError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../errors.ts'

const LONGEST = 5 * 60 * 1000

/**
 * Returns the milliseconds before the next attempt. The delay grows fourfold with each failure.
 * Jitter picks between half and all of it, so that many callers do not retry at once. It is never
 * less than `retryAfter`, which the service asked for.
 */
export function backoff(
  failures: number,
  { retryDelay, retryAfter = 0 }: { retryDelay: number; retryAfter?: number | undefined },
): number {
  const most = Math.min(retryDelay * 4 ** (failures - 1), LONGEST)
  return Math.max(retryAfter, most * (0.5 + Math.random() / 2))
}

/** Returns true if a retry may succeed. */
export function isRetryable(error: unknown): error is PieceworkError {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true
  if (error instanceof RateLimitError || error instanceof ServerError) return true
  if (!(error instanceof PieceworkError)) return false
  return error.status === 408 || error.status === 425 || error.code === 'idempotency_key_in_use'
}
