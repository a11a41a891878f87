import {
  NetworkError,
  PieceworkError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../errors.ts'

const LONGEST = 5 * 60 * 1000

/**
 * Milliseconds before the next try: four times as long each time, between half and all of it by
 * chance, so that many callers do not come back at once; never less than the service asked for.
 */
export function backoff(
  failures: number,
  { retryDelay, retryAfter = 0 }: { retryDelay: number; retryAfter?: number | undefined },
): number {
  const most = Math.min(retryDelay * 4 ** (failures - 1), LONGEST)
  return Math.max(retryAfter, most * (0.5 + Math.random() / 2))
}

/** Whether another try may go better. */
export function isPassing(error: unknown): error is PieceworkError {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true
  if (error instanceof RateLimitError || error instanceof ServerError) return true
  if (!(error instanceof PieceworkError)) return false
  return error.status === 408 || error.status === 425 || error.code === 'idempotency_key_in_use'
}
