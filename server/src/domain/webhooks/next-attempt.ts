const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Delay after each failed attempt, as in the specification of Standard Webhooks. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** A delay is extended by up to this share, so that deliveries that failed together spread out. */
const JITTER = 0.1
const RETRY_AFTER_MAX_MS = 24 * HOUR_MS

const GONE = 410

/** Result of one attempt. `status` is null if there was no complete answer. */
export type AttemptAnswer = {
  /** Number of attempts so far, including this one. */
  attempts: number
  status: number | null
  /** The header `Retry-After`. */
  retryAfter: string | null
}

export type NextStep =
  | { kind: 'succeeded' }
  /** The receiver wants no further deliveries. */
  | { kind: 'gone' }
  | { kind: 'retry'; at: Date }
  /** No attempt is left. */
  | { kind: 'failed' }

/** Determines what follows from the answer to an attempt. `random` is from 0 to 1. */
export function nextAttempt(
  { attempts, status, retryAfter }: AttemptAnswer,
  now: Date,
  random: number,
): NextStep {
  if (isSuccess(status)) return { kind: 'succeeded' }
  if (status === GONE) return { kind: 'gone' }
  const delay = DELAYS_MS[attempts - 1]
  if (delay === undefined) return { kind: 'failed' }
  const extended = delay * (1 + JITTER * random)
  const asked = retryAfter === null ? 0 : retryAfterMs(retryAfter, now)
  const wait = Math.max(extended, Math.min(asked, RETRY_AFTER_MAX_MS))
  return { kind: 'retry', at: new Date(now.getTime() + Math.round(wait)) }
}

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Parses seconds or a date; 0 for anything else. */
function retryAfterMs(text: string, now: Date): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime())
}
