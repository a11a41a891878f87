import { type PieceworkError, TimeoutError } from '../errors.ts'
import { backoff, isRetryable } from '../http/backoff.ts'
import { wait } from '../http/wait.ts'

/** The instant until which a decision is worth waiting for, on a monotonic clock. */
export type Deadline = { at: number; timeoutMs: number }

export const deadlineIn = (timeoutMs: number): Deadline => ({
  at: performance.now() + timeoutMs,
  timeoutMs,
})

export const isPast = ({ at }: Deadline): boolean => performance.now() >= at

/** No attempt succeeded before the deadline; `cause` is the error of the last one. */
export class TooLate {
  readonly cause: unknown
  /** Milliseconds after which it was given up: the next attempt would have begun too late. */
  readonly afterMs: number

  constructor(cause: unknown, { at, timeoutMs }: Deadline) {
    this.cause = cause
    this.afterMs = Math.max(0, Math.round(performance.now() - at + timeoutMs))
  }
}

const RETRY_DELAY = 50

/**
 * Repeats a call until it succeeds or the deadline passes. An attempt gets at most half of the time,
 * so that one dead connection does not use it up. Throws the error of a refusal.
 */
export async function withinTime<Answer>(
  deadline: Deadline,
  attempt: (timeout: number) => Promise<Answer>,
): Promise<Answer | TooLate> {
  let last: PieceworkError = new TimeoutError(`No answer in ${deadline.timeoutMs} ms`)
  for (let failures = 1; !isPast(deadline); failures++) {
    const left = deadline.at - performance.now()
    try {
      return await attempt(Math.max(1, Math.min(left, deadline.timeoutMs / 2)))
    } catch (error) {
      if (!isRetryable(error)) throw error
      last = error
    }
    const delay = backoff(failures, { retryDelay: RETRY_DELAY, retryAfter: last.retryAfter })
    if (performance.now() + delay >= deadline.at) break
    await wait(delay)
  }
  return new TooLate(last, deadline)
}
