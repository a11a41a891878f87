import { AppError } from '../errors.ts'
import {
  dateProblem,
  EARLIEST_DATE,
  isDateOnly,
  isOutOfRange,
  LATEST_DATE,
  parseSentDate,
} from './sent-date.ts'

const DAY_MS = 24 * 60 * 60_000

type Bounds = { startDate?: string | undefined; endDate?: string | undefined }

/** Half-open, in epoch milliseconds; undefined where no bound was sent. */
export type DateRange = { start: number | undefined; end: number | undefined }

/**
 * Parses the inclusive dates of a filter. A date without a time means its whole day in UTC. Throws
 * AppError for invalid dates.
 */
export function parseDateRange({ startDate, endDate }: Bounds): DateRange {
  const problems: string[] = []
  const bound = (field: keyof Bounds, text: string | undefined) => {
    if (text === undefined) return undefined
    const at = parseSentDate(text) ?? clampDate(text)
    if (at === undefined) problems.push(dateProblem(field, text))
    return at
  }
  const start = bound('startDate', startDate)
  const last = bound('endDate', endDate)
  if (problems.length > 0) throw new AppError('invalid', problems)
  const end = last === undefined ? undefined : last + (isDateOnly(endDate ?? '') ? DAY_MS : 1)
  if (start !== undefined && end !== undefined && end <= start) {
    const message = `endDate ${endDate} is before startDate ${startDate}; swap them`
    throw new AppError('dates_reversed', message, { param: 'endDate' })
  }
  return { start, end: end === undefined ? undefined : Math.min(end, LATEST_DATE) }
}

/** Like `parseDateRange`, for a single end with its own field name. */
export function parseEnd(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const last = parseSentDate(text) ?? clampDate(text)
  if (last === undefined) throw new AppError('invalid', [dateProblem(field, text)])
  return Math.min(last + (isDateOnly(text) ? DAY_MS : 1), LATEST_DATE)
}

/** Clamps a date outside those years, which is valid here, because 9999 is used for no limit. */
function clampDate(text: string): number | undefined {
  if (!isOutOfRange(text)) return undefined
  return Number(text.slice(0, 4)) <= 1970 ? EARLIEST_DATE : LATEST_DATE
}
