/** A point in time: an instant, or epoch milliseconds where usage is counted. */
type Point = Temporal.Instant | number

/** Half-open: the start belongs to it, the end does not. */
export type Range<T extends Point = Temporal.Instant> = { start: T; end: T }

export function isBefore<T extends Point>(a: T, b: T): boolean {
  return orderOf(a) < orderOf(b)
}

export function isSameTime<T extends Point>(a: T, b: T): boolean {
  return orderOf(a) === orderOf(b)
}

/** Numbers are compared six times as fast as `Temporal` compares. */
function orderOf(point: Point): number | bigint {
  return typeof point === 'number' ? point : point.epochNanoseconds
}

export function contains<T extends Point>({ start, end }: Range<T>, point: T): boolean {
  return !isBefore(point, start) && isBefore(point, end)
}

export function isEmpty<T extends Point>({ start, end }: Range<T>): boolean {
  return !isBefore(start, end)
}

/** What both ranges hold; undefined when that is not a single instant. */
export function intersect<T extends Point>(a: Range<T>, b: Range<T>): Range<T> | undefined {
  const start = isBefore(a.start, b.start) ? b.start : a.start
  const end = isBefore(a.end, b.end) ? a.end : b.end
  return isBefore(start, end) ? { start, end } : undefined
}

/** What the holes leave of a range, in order; they may overlap and reach beyond it. */
export function subtract<T extends Point>(range: Range<T>, holes: readonly Range<T>[]): Range<T>[] {
  if (holes.length === 0 && !isEmpty(range)) return [range]
  return holes.reduce<Range<T>[]>(
    (left, hole) => left.flatMap((piece) => withoutHole(piece, hole)),
    isEmpty(range) ? [] : [range],
  )
}

function withoutHole<T extends Point>(piece: Range<T>, hole: Range<T>): Range<T>[] {
  const taken = intersect(piece, hole)
  if (taken === undefined) return [piece]
  const before = { start: piece.start, end: taken.start }
  const after = { start: taken.end, end: piece.end }
  return [before, after].filter((rest) => !isEmpty(rest))
}

/** Ranges that are in order of their starts; those that touch or overlap become one. */
export function merge<T extends Point>(ranges: readonly Range<T>[]): Range<T>[] {
  const merged: Range<T>[] = []
  for (const { start, end } of ranges) {
    const last = merged.at(-1)
    if (last === undefined || isBefore(last.end, start)) merged.push({ start, end })
    else if (isBefore(last.end, end)) last.end = end
  }
  return merged
}

/** Usage is added up by quarters of an hour. */
export const BUCKET_MS = 15 * 60_000

/** The start of the quarter of an hour that the time lies in. */
export function bucketOf(time: number): number {
  return Math.floor(time / BUCKET_MS) * BUCKET_MS
}

const DAY_MS = 24 * 60 * 60_000

/** The start of the UTC day that the time lies in. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS
}

/** The first day of the UTC month that the time lies in. */
export function monthOf(time: number): number {
  const day = new Date(time)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth())
}

/** The first day of the month after one that begins at this time. */
export function monthAfter(month: number): number {
  const day = new Date(month)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1)
}

/** A range cut into whole quarters of an hour and what is left before and after them. */
export function cutAtBuckets(range: Range<number>) {
  const { head, whole, tail } = cutAt(range, BUCKET_MS)
  return { head, buckets: whole, tail }
}

/** A range cut into whole UTC days and what is left before and after them. */
export function cutAtDays(range: Range<number>) {
  const { head, whole, tail } = cutAt(range, DAY_MS)
  return { head, days: whole, tail }
}

type Cut = Record<'head' | 'whole' | 'tail', Range<number>>

function cutAt({ start, end }: Range<number>, step: number): Cut {
  const first = Math.min(Math.ceil(start / step) * step, end)
  const last = Math.max(Math.floor(end / step) * step, first)
  return {
    head: { start, end: first },
    whole: { start: first, end: last },
    tail: { start: last, end },
  }
}
