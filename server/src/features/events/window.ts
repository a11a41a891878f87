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
    const at = parseUsageDate(text) ?? clampDate(text)
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
  const end = Math.min(last + (isDateOnly(endDate) ? DAY_MS : 1), LATEST_USAGE_DATE)
  return { start, end: Math.max(start, end) }
}

/**
 * A date outside the years of usage is no mistake here, where 9999 stands for always: it counts as
 * the end of them. In a year of the same length, but a supported one, it must be a real date.
 */
function clampDate(text: string): number | undefined {
  const year = Number(text.slice(0, 4))
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (parseUsageDate(`${isLeap ? 2000 : 2001}${text.slice(4)}`) === undefined) return undefined
  return year <= 1970 ? EARLIEST_USAGE_DATE : LATEST_USAGE_DATE
}
