import type { Entry } from './entry.ts'

/** Returns the number of entries that failed before. */
export const failedOf = (entries: readonly Entry[]): number =>
  entries.filter(({ failures }) => failures > 0).length

export const failuresOf = (entries: readonly Entry[]): number =>
  Math.max(0, ...entries.map(({ failures }) => failures))

export function halvesOf(entries: readonly Entry[]): Entry[][] {
  const middle = entries.length >> 1
  return [entries.slice(0, middle), entries.slice(middle)]
}

export const sizeOf = (groups: Iterable<readonly Entry[]>): number => {
  let size = 0
  for (const group of groups) size += group.length
  return size
}
