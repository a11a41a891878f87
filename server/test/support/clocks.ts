/** A clock that stands still until it is set. */
export function createClock(start: string) {
  let at = new Date(start)
  return {
    now: () => at,
    set: (time: string) => {
      at = new Date(time)
    },
  }
}

/** A clock that ticks on every look, so that nothing is made at the same instant. */
export function tickingClock(start: string): () => Date {
  let at = Date.parse(start)
  return () => {
    at += 1_000
    return new Date(at)
  }
}
