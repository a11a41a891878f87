import type { Range } from '../../../domain/time/range.ts'

/** Splits a window at the exclusive end of the kept days. Either part may be empty: its end is not after its start. */
export function horizonParts({ start, end }: Range<number>, horizon: number) {
  return {
    kept: { start, end: Math.min(end, horizon) },
    later: { start: Math.max(start, horizon), end },
  }
}
