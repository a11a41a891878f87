import { dayOf, type Range } from '../../domain/time/range.ts'
import { parseDateRange } from '../../platform/dates/date-range.ts'
import { AppError } from '../../platform/errors.ts'
import type { DateRange } from '../usage/closed-sums/cover.ts'

const DAY_MS = 24 * 60 * 60_000
const DEFAULT_DAYS = 30

/** The dates of an answer, and the same days as half-open epoch milliseconds. */
export type Window = DateRange & Range<number>

export type DatesQuery = { startDate?: string; endDate?: string }

/**
 * Returns the whole days that a query asks for; times of day are truncated. Defaults:
 * - no dates: the last 30 days, including today
 * - only endDate: the 30 days up to it
 * - only startDate: from it until today
 */
export function parseWindow(query: DatesQuery, now: Date): Window {
  const asked = parseDateRange(query)
  const tomorrow = dayOf(now.getTime()) + DAY_MS
  const end = asked.end === undefined ? undefined : dayOf(asked.end - 1) + DAY_MS
  const start = asked.start === undefined ? undefined : dayOf(asked.start)
  const last = end ?? Math.max(tomorrow, (start ?? 0) + DAY_MS)
  return windowOf({ start: start ?? last - DEFAULT_DAYS * DAY_MS, end: last })
}

/** Returns a window of whole days with its dates. */
export function windowOf({ start, end }: Range<number>): Window {
  return { startDate: dateText(start), endDate: dateText(end - DAY_MS), start, end }
}

/** Returns as many days, until the window begins. */
export function windowBefore({ start, end }: Window): Window {
  return windowOf({ start: start - (end - start), end: start })
}

/** Returns a range as instants. */
export const instants = ({ start, end }: Range<number>): Range => ({
  start: Temporal.Instant.fromEpochMilliseconds(start),
  end: Temporal.Instant.fromEpochMilliseconds(end),
})

/** Returns the dates that an answer shows for its window. */
export function dateRangeOf({ startDate, endDate }: Window): DateRange {
  return { startDate, endDate }
}

/** The midnights of a range of whole days, in epoch milliseconds. */
export function daysIn({ start, end }: Range<number>): number[] {
  return Array.from({ length: (end - start) / DAY_MS }, (_, at) => start + at * DAY_MS)
}

export function dateText(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

export const GROUPINGS = ['daily', 'weekly', 'monthly'] as const
export type Grouping = (typeof GROUPINGS)[number]

const BUCKETS_MAX = 1_500

/**
 * Returns the first day of every bucket that the window touches, in order and without gaps, so that
 * charts need not fill any. Weeks start on Monday; the first and last bucket hold only days in the
 * window.
 */
export function bucketsOf(window: Window, groupBy: Grouping): string[] {
  const buckets: string[] = []
  const until = Temporal.PlainDate.from(window.endDate)
  const step = STEPS[groupBy]
  let day = bucketStart(Temporal.PlainDate.from(window.startDate), groupBy)
  while (Temporal.PlainDate.compare(day, until) <= 0) {
    if (buckets.length === BUCKETS_MAX) throw tooManyBuckets(groupBy)
    buckets.push(day.toString())
    day = day.add(step)
  }
  return buckets
}

/**
 * Returns every day of a window. Throws `invalid` if the window has more days than an answer may
 * list.
 */
export function daysOf(window: Window): string[] {
  if (window.end - window.start > BUCKETS_MAX * DAY_MS) {
    throw new AppError('invalid', [
      `startDate must be at most ${BUCKETS_MAX} days before the window ends, because the response has a row for each day`,
    ])
  }
  return bucketsOf(window, 'daily')
}

/** Returns the range of each bucket, limited to the window. */
export function rangesOf(dates: readonly string[], window: Window): Range<number>[] {
  const starts = dates.map((date) => Math.max(Date.parse(`${date}T00:00:00Z`), window.start))
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? window.end }))
}

const STEPS: Record<Grouping, Temporal.DurationLike> = {
  daily: { days: 1 },
  weekly: { weeks: 1 },
  monthly: { months: 1 },
}

function bucketStart(day: Temporal.PlainDate, groupBy: Grouping): Temporal.PlainDate {
  switch (groupBy) {
    case 'daily':
      return day
    case 'weekly':
      return day.subtract({ days: day.dayOfWeek - 1 })
    case 'monthly':
      return day.with({ day: 1 })
  }
}

function tooManyBuckets(groupBy: Grouping): AppError {
  const fix =
    groupBy === 'monthly' ? 'ask for fewer years' : 'group by a longer time or ask for less'
  return new AppError('invalid', [
    `groupBy ${groupBy} makes more than ${BUCKETS_MAX} rows of this window; ${fix}`,
  ])
}
