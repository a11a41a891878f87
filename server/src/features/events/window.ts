import { parseDateRange } from '../../platform/dates/date-range.ts'
import { EARLIEST_DATE, LATEST_DATE } from '../../platform/dates/sent-date.ts'
import type { UsageWindow } from './queries.ts'

/** Returns the half-open window of an inclusive date range, in milliseconds. */
export function parseWindow(
  dates: { startDate?: string; endDate?: string },
  fallback: UsageWindow = { start: EARLIEST_DATE, end: LATEST_DATE },
): UsageWindow {
  const range = parseDateRange(dates)
  const start = range.start ?? fallback.start
  return { start, end: Math.max(start, range.end ?? fallback.end) }
}
