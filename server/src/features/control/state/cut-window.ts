import type { BudgetWindow } from '../../../domain/control/window.ts'
import { BUCKET_MS, bucketOf, cutAtDays, type Range } from '../../../domain/time/range.ts'
import { dateText } from '../../../platform/values/timestamp-text.ts'

/** Whole UTC days, and ranges of whole quarters of an hour within the other days. */
export type CutWindow = {
  /** Half-open dates; the end may be infinity. */
  days: { first: string; end: string } | undefined
  edges: Range<number>[]
}

const DAY_MS = 24 * 60 * 60_000

/** Cuts a window, widened to whole quarters of an hour, into whole days and the edges of days. */
export function cutWindow({ start, end }: BudgetWindow): CutWindow {
  const from = bucketOf(start)
  if (end === null) {
    const first = Math.ceil(from / DAY_MS) * DAY_MS
    const head = { start: from, end: first }
    return { days: { first: dateText(first), end: 'infinity' }, edges: first > from ? [head] : [] }
  }
  const until = Math.ceil(end / BUCKET_MS) * BUCKET_MS
  const { head, days, tail } = cutAtDays({ start: from, end: until })
  return {
    days:
      days.end > days.start ? { first: dateText(days.start), end: dateText(days.end) } : undefined,
    edges: [head, tail].filter((range) => range.end > range.start),
  }
}
