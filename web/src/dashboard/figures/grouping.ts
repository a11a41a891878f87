import type { Grouping } from '../../api/api-types.ts'
import type { Days } from '../../api/figures.ts'

export const UNITS: Readonly<Record<Grouping, { adverb: string; label: string }>> = {
  daily: { adverb: 'by day', label: 'Day' },
  weekly: { adverb: 'by week', label: 'Week' },
  monthly: { adverb: 'by month', label: 'Month' },
}

const DAY_MS = 86_400_000
const [DAYS_MAX, WEEKS_MAX] = [92, 92 * 7]

/** Returns the grouping that keeps the number of points readable. */
export function groupingOf({ startDate, endDate }: Days): Grouping {
  const count = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS + 1
  if (count <= DAYS_MAX) return 'daily'
  return count <= WEEKS_MAX ? 'weekly' : 'monthly'
}

/** Returns the days of a bucket, as far as they are within the days of a chart. */
export function bucketDays(first: string, grouping: Grouping, { startDate, endDate }: Days): Days {
  const last = lastDayOf(first, grouping)
  return {
    startDate: first < startDate ? startDate : first,
    endDate: last > endDate ? endDate : last,
  }
}

const WEEK_DAYS = 7

function lastDayOf(first: string, grouping: Grouping): string {
  const start = new Date(first)
  switch (grouping) {
    case 'daily':
      return first
    case 'weekly':
      return dayOf(start.getTime() + (WEEK_DAYS - 1) * DAY_MS)
    case 'monthly':
      return dayOf(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0))
  }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
