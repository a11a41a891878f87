/** Returns a deterministic pseudo-random generator for a seed, with values from 0 to below 1. */
export function randomOf(seed: string): () => number {
  let state = 0
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
