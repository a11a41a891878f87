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
