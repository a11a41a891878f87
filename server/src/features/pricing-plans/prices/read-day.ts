import { parseStartDate } from '../../../domain/time/dates.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Returns a calendar day; undefined for another value. */
export function readDay(sent: unknown): string | undefined {
  return typeof sent === 'string' && DAY.test(sent) ? parseStartDate(sent, 'UTC') : undefined
}

/** Returns the error message for a value that `readDay` does not accept. */
export function dayProblem(field: string): string {
  return `${field} must be a day of the years 1970 to 2199, such as 2026-03-31`
}
