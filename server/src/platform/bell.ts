/**
 * Wakes a loop that sleeps between its rounds. A ring during a round ends the next wait
 * immediately.
 */
export type Bell = {
  ring: () => void
  /** Resolves at the next ring, after `milliseconds`, or when the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export function createBell(): Bell {
  let hasRung = false
  let wake: (() => void) | undefined
  return {
    ring: () => {
      hasRung = true
      wake?.()
    },
    wait: async (milliseconds, signal) => {
      if (!hasRung && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, milliseconds)
        const abort = () => resolve()
        signal.addEventListener('abort', abort)
        wake = resolve
        await promise
        wake = undefined
        signal.removeEventListener('abort', abort)
        clearTimeout(timer)
      }
      hasRung = false
    },
  }
}
