/** Deterministic random numbers. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next: () => number
  /** Both ends included. */
  integer: (min: number, max: number) => number
  chance: (probability: number) => boolean
  pick: <T>(items: readonly T[]) => T
  shuffle: <T>(items: readonly T[]) => T[]
}

/**
 * Returns a generator with an identical sequence for each seed and name. Concurrent work uses
 * different names, so that timing does not affect the sequences.
 */
export function createRandom(seed: number, name: string): Random {
  let state = hash(`${seed} ${name}`)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[integer(0, items.length - 1)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    shuffle: (items) =>
      items
        .map((item) => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return value
}
