/** JSON.stringify escapes only lone surrogates. */
const LONE_SURROGATES = /\\\\|\\ud[89a-f][0-9a-f]{2}/g

/** PostgreSQL parses the numbers in jsonb and refuses those out of its range. */
const NUMBER_LENGTH_MAX = 1_000

/**
 * Returns a value as text for a jsonb column, which accepts less than JSON allows and than columns
 * of type json. A lone surrogate becomes U+FFFD, and an extremely large, small or long number
 * becomes a string.
 */
export function jsonbText(value: unknown): string {
  return JSON.stringify(value, (_key, member) => {
    const digits = exactNumber(member)
    return digits === undefined || isOrdinary(digits) ? member : digits
  }).replace(LONE_SURROGATES, (at) => (at === '\\\\' ? at : '\\ufffd'))
}

/** Returns the text of a number that platform/json/exact-json.ts kept as it was sent. */
function exactNumber(value: unknown): string | undefined {
  const isRaw = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null
  return isRaw && 'rawJSON' in value && typeof value.rawJSON === 'string'
    ? value.rawJSON
    : undefined
}

function isOrdinary(digits: string): boolean {
  const value = Number(digits)
  return Number.isFinite(value) && value !== 0 && digits.length <= NUMBER_LENGTH_MAX
}
