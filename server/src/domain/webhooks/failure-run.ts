const HOUR_MS = 3_600_000

/** Failures over this long disable an endpoint. */
const GIVEN_UP_AFTER_MS = 5 * 24 * HOUR_MS
/** Longer than any delay between two attempts of a delivery, with its jitter. */
const PAUSE_MAX_MS = 48 * HOUR_MS

/** What the attempts to an endpoint have shown. All times are those at which an attempt began. */
export type Health = {
  /** Beginning of the run of failures: without a success and without a long pause. */
  failingSince: Date | null
  lastFailureAt: Date | null
  lastSuccessAt: Date | null
}

export type AttemptOutcome = { at: Date; isSuccess: boolean }

/**
 * Returns the health of an endpoint after further attempts, in any order. Times after `now` come
 * from a process whose clock is ahead, and count as `now`: they would hide all attempts until then.
 */
export function healthAfter(
  before: Health,
  outcomes: readonly AttemptOutcome[],
  now: Date,
): Health {
  return outcomes
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .reduce(afterOutcome, upTo(now, before))
}

function afterOutcome(health: Health, { at, isSuccess }: AttemptOutcome): Health {
  // A slow attempt can end after later ones that decide more.
  if (health.lastSuccessAt && at < health.lastSuccessAt) return health
  return isSuccess ? afterSuccess(health, at) : afterFailure(health, at)
}

function upTo(now: Date, { failingSince, lastFailureAt, lastSuccessAt }: Health): Health {
  const capped = (at: Date | null) => (at !== null && at > now ? now : at)
  return {
    failingSince: capped(failingSince),
    lastFailureAt: capped(lastFailureAt),
    lastSuccessAt: capped(lastSuccessAt),
  }
}

function afterSuccess({ failingSince, lastFailureAt }: Health, at: Date): Health {
  const wasLast = failingSince === null || lastFailureAt === null || lastFailureAt <= at
  const laterFailure = failingSince && failingSince > at ? failingSince : lastFailureAt
  return { failingSince: wasLast ? null : laterFailure, lastFailureAt, lastSuccessAt: at }
}

function afterFailure({ failingSince, lastFailureAt, lastSuccessAt }: Health, at: Date): Health {
  const pauseMs = lastFailureAt === null ? 0 : at.getTime() - lastFailureAt.getTime()
  const isContinued = failingSince !== null && pauseMs <= PAUSE_MAX_MS
  return {
    failingSince: isContinued ? failingSince : at,
    lastFailureAt: lastFailureAt && lastFailureAt > at ? lastFailureAt : at,
    lastSuccessAt,
  }
}

/** Returns true once an endpoint has failed again and again for so long that it is disabled. */
export function isGivenUp({ failingSince, lastFailureAt }: Health): boolean {
  if (failingSince === null || lastFailureAt === null) return false
  return lastFailureAt.getTime() - failingSince.getTime() >= GIVEN_UP_AFTER_MS
}
