const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/
const TIMESTAMP =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2}(?::?\d{2})?)?$/i
const HAS_OFFSET = /(?:Z|[+-]\d{2}:?\d{2}(?::?\d{2})?)$/i

/** Usage dates outside 1970 to 2199 are mistakes. Epoch milliseconds; the latest is exclusive. */
export const EARLIEST_USAGE_DATE = Date.UTC(1970, 0, 1)
export const LATEST_USAGE_DATE = Date.UTC(2200, 0, 1)

/**
 * An ISO 8601 date or timestamp as epoch milliseconds; finer fractions are cut off. Without an
 * offset it is in UTC; a date alone is its first instant. Undefined when it is not a real date, as
 * 30 February, or out of range.
 */
export function parseUsageDate(text: string): number | undefined {
  const at = epochMilliseconds(text)
  return at !== undefined && at >= EARLIEST_USAGE_DATE && at < LATEST_USAGE_DATE ? at : undefined
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
    // Temporal throws on dates that do not exist.
    return undefined
  }
}

function instantOf(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds
}
