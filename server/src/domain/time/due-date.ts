import { dateAt, instantOf } from './dates.ts'

/**
 * Returns the instant `netTerms` calendar days after the issue date, at the same local time in the
 * customer's zone.
 */
export function dueDateOf(issuedAt: Date, netTerms: number, timeZone: string): Date {
  const issued = instantOf(issuedAt).toZonedDateTimeISO(timeZone)
  return dateAt(issued.add({ days: netTerms }).toInstant())
}
