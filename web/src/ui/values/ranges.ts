/** Ranges of days up to today, in UTC; they stay relative in a bookmarked URL. */
export const RANGES = {
  '1d': { label: 'Today', days: 1 },
  '7d': { label: 'Last 7 days', days: 7 },
  '30d': { label: 'Last 30 days', days: 30 },
  '90d': { label: 'Last 90 days', days: 90 },
  '365d': { label: 'Last 365 days', days: 365 },
} as const

export type RangeName = keyof typeof RANGES
export const RANGE_NAMES = Object.keys(RANGES) as RangeName[]

const DAY_MS = 24 * 60 * 60_000

/** Returns the first day of a range, as `2026-11-21`. */
export function firstDayOf(range: RangeName, now: Date): string {
  const start = new Date(now.getTime() - (RANGES[range].days - 1) * DAY_MS)
  return start.toISOString().slice(0, 10)
}

/**
 * Returns the preceding range of the same length: for `2026-11-01` to `2026-11-07`, the seven days
 * before it.
 */
export function daysBefore({ startDate, endDate }: { startDate: string; endDate: string }) {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)]
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { startDate: day(start - (end - start) - DAY_MS), endDate: day(start - DAY_MS) }
}
