import { AppError } from '../errors.ts'
import { shownValue } from '../json/shown-value.ts'

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/
const TIMESTAMP =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2}(?::?\d{2})?)?$/i
const HAS_OFFSET = /(?:Z|[+-]\d{2}:?\d{2}(?::?\d{2})?)$/i

/**
 * Dates outside 1970 to 2199 are rejected as mistakes. Epoch milliseconds; the latest is exclusive.
 */
export const EARLIEST_DATE = Date.UTC(1970, 0, 1)
export const LATEST_DATE = Date.UTC(2200, 0, 1)

/**
 * Parses an ISO 8601 date or timestamp to epoch milliseconds; finer fractions are cut off. Without
 * an offset it is in UTC; a date alone is its first instant. Returns undefined when it is out of
 * range or does not exist, such as 30 February.
 */
export function parseSentDate(text: string): number | undefined {
  const at = epochMilliseconds(text)
  return at !== undefined && at >= EARLIEST_DATE && at < LATEST_DATE ? at : undefined
}

/**
 * Returns whether a text would be a valid date if its year were in range. It tests the same day in
 * an accepted year of the same length.
 */
export function isOutOfRange(text: string): boolean {
  const year = Number(text.slice(0, 4))
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return parseSentDate(`${isLeap ? 2000 : 2001}${text.slice(4)}`) !== undefined
}

const EXAMPLES = '2026-03-31 or 2026-03-31T12:00:00Z'

/** Returns the error message for a text that is not an accepted date. */
export function dateProblem(field: string, text: string): string {
  return isOutOfRange(text)
    ? `${field} must lie in the years 1970 to 2199, not in ${text.slice(0, 4)}`
    : `${field} must be an ISO 8601 date such as ${EXAMPLES}, not ${shownValue(text)}`
}

/** Parses the instant from which a filter returns changes. Throws AppError for invalid text. */
export function parseSince(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const at = parseSentDate(text)
  if (at === undefined) throw new AppError('invalid', [dateProblem(field, text)])
  return new Date(at)
}

/** True for a day without a time. */
export function isDateOnly(text: string): boolean {
  return DATE_ONLY.test(text)
}

function epochMilliseconds(text: string): number | undefined {
  try {
    if (DATE_ONLY.test(text)) return instantOf(`${text}T00:00Z`)
    if (!TIMESTAMP.test(text)) return undefined
    const hasOffset = HAS_OFFSET.test(text.slice(text.indexOf('T') + 1))
    return instantOf(hasOffset ? text : `${text}Z`)
  } catch {
    // Temporal throws for dates that do not exist.
    return undefined
  }
}

function instantOf(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds
}
