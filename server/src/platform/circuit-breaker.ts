/**
 * Keeps callers away from a server that does not respond. After a failure, all calls are refused
 * for a while; then one caller at a time tests the server. A hanging server therefore delays one
 * caller, not every caller.
 */
export type CircuitBreaker = {
  /** Returns whether to call the server now. If true, the caller must report the outcome. */
  admits: (now: Date) => boolean
  /** True from a failure until the next success. */
  isOpen: () => boolean
  /** Closes the breaker. Returns true if it was open. */
  succeed: () => boolean
  /** Opens the breaker. Returns true if it was closed. */
  fail: (now: Date) => boolean
  /** Returns when the breaker next admits a caller; undefined when it is closed. */
  opensAt: () => Date | undefined
}

export function createCircuitBreaker(pauseMs: number): CircuitBreaker {
  let pausedUntil: Date | undefined
  const pause = (now: Date) => {
    pausedUntil = new Date(now.getTime() + pauseMs)
  }
  return {
    admits: (now) => {
      if (pausedUntil === undefined) return true
      if (now < pausedUntil) return false
      // Other callers wait for the outcome of this one, and try again if it never reports.
      pause(now)
      return true
    },
    isOpen: () => pausedUntil !== undefined,
    succeed: () => {
      const wasOpen = pausedUntil !== undefined
      pausedUntil = undefined
      return wasOpen
    },
    fail: (now) => {
      const wasOpen = pausedUntil !== undefined
      pause(now)
      return !wasOpen
    },
    opensAt: () => pausedUntil,
  }
}
