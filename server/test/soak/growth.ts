/** One reading of something that should stay level, such as memory or the length of a queue. */
export type Reading = { atMs: number; value: number }

/** Median levels after the warm-up and at the end. */
export type Growth = { from: number; to: number }

/** Growth is more than `times` the level after the start, and more than `more` above it. */
export type Allowance = { times: number; more: number }

const WINDOW_MS = 60_000
/**
 * During the warm-up caches fill, code is compiled and the heap finds its size, which is not
 * growth.
 */
const WARM_UP_SHARE = 0.25
const WARM_UP_LONGEST_MS = 15 * 60_000
/** With fewer windows on either side, a single one would decide. */
const WINDOWS_MIN = 3
const SIDE_SHARE = 0.25

/**
 * Returns the level after the warm-up and at the end; undefined when the readings cover too short a
 * time. The lowest reading of each minute counts. Garbage waiting for collection or new work is not
 * growth; a level that never falls again is.
 */
export function growthOf(readings: readonly Reading[]): Growth | undefined {
  const lows = lowsOf(withoutWarmUp(readings))
  const side = Math.floor(lows.length * SIDE_SHARE)
  if (side < WINDOWS_MIN) return undefined
  return { from: median(lows.slice(0, side)), to: median(lows.slice(-side)) }
}

export function isGrowing({ from, to }: Growth, { times, more }: Allowance): boolean {
  return to > from * times && to > from + more
}

function withoutWarmUp(readings: readonly Reading[]): readonly Reading[] {
  const firstAt = readings[0]?.atMs ?? 0
  const lastAt = readings.at(-1)?.atMs ?? 0
  const warmUpMs = Math.min((lastAt - firstAt) * WARM_UP_SHARE, WARM_UP_LONGEST_MS)
  return readings.filter(({ atMs }) => atMs >= firstAt + warmUpMs)
}

function lowsOf(readings: readonly Reading[]): number[] {
  const windows = Map.groupBy(readings, ({ atMs }) => Math.floor(atMs / WINDOW_MS))
  return [...windows.values()].map((window) => Math.min(...window.map(({ value }) => value)))
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
