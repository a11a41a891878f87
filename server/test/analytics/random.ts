export type Random = {
  integer: (from: number, to: number) => number
  pick: <T>(all: readonly T[]) => T
  chance: (percent: number) => boolean
}

/** Returns a deterministic generator: identical numbers for identical seeds (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    integer,
    pick: <T>(all: readonly T[]) => all[integer(0, all.length - 1)] as T,
    chance: (percent) => next() * 100 < percent,
  }
}
