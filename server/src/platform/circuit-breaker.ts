/**
 * Keeps everybody from a server that does not answer. After one failure nobody asks for a while; then
 * one caller at a time tries whether it is back. So a server that hangs is noticed once, and not once
 * by each thing that waits for it.
 */
export type CircuitBreaker = {
  /** Whether to ask now. Whoever is told yes tells how it went. */
  admits: (now: Date) => boolean
  /** True from a failure until something succeeds. */
  isOpen: () => boolean
  /** True when it was open until now. */
  succeed: () => boolean
  /** True when it was not open until now. */
  fail: (now: Date) => boolean
  /** When it next lets somebody try. */
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
      // The others wait for what this one finds out, and try by themselves if it never tells.
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
