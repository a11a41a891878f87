import { AppError } from '../../platform/errors.ts'
import {
  EARLIEST_USAGE_DATE,
  isDateOnly,
  LATEST_USAGE_DATE,
  parseUsageDate,
} from '../usage/usage-date.ts'
import type { UsageWindow } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000

type Bounds = { startDate?: string; endDate?: string }

/**
 * The half-open window of an inclusive date range; usage dates are kept to the millisecond. A date
 * without a time stands for its whole day in UTC.
 */
export function parseWindow(
  { startDate, endDate }: Bounds,
  fallback: UsageWindow = { start: EARLIEST_USAGE_DATE, end: LATEST_USAGE_DATE },
): UsageWindow {
  const problems: string[] = []
  const bound = (name: keyof Bounds, text: string | undefined) => {
    if (text === undefined) return undefined
    const at = parseUsageDate(text)
    if (at === undefined) {
      problems.push(`${name} must be an ISO 8601 date such as 2026-03-31 or 2026-03-31T12:00:00Z`)
    }
    return at
  }
  const start = bound('startDate', startDate) ?? fallback.start
  const last = bound('endDate', endDate)
  if (problems.length > 0) throw new AppError('invalid', problems)
  if (last === undefined || endDate === undefined)
    return { start, end: Math.max(start, fallback.end) }
  const end = last + (isDateOnly(endDate) ? DAY_MS : 1)
  return { start, end: Math.max(start, end) }
}
