import { parseStartDate } from '../../../domain/time/dates.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Returns a calendar day; undefined for another value. */
export function readDay(sent: unknown): string | undefined {
  return typeof sent === 'string' && DAY.test(sent) ? parseStartDate(sent, 'UTC') : undefined
}
