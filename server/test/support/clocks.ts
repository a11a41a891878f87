/** Returns a clock that stands still until it is set. */
export function createClock(start: string) {
  let at = new Date(start)
  return {
    now: () => at,
    set: (time: string) => {
      at = new Date(time)
    },
  }
}

/** Returns a clock that advances on every call, so that no two rows share an instant. */
export function tickingClock(start: string): () => Date {
  let at = Date.parse(start)
  return () => {
    at += 1_000
    return new Date(at)
  }
}
