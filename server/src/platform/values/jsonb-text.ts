/** JSON.stringify escapes surrogates only where they stand alone. */
const LONE_SURROGATES = /\\\\|\\ud[89a-f][0-9a-f]{2}/g

/** PostgreSQL computes with what is in jsonb, and refuses numbers that are out of its reach. */
const NUMBER_LENGTH_MAX = 1_000

/**
 * A value as the text of a jsonb, which takes less than JSON can say and than columns of type json
 * keep: half of a surrogate pair becomes U+FFFD, a number that is absurdly large, small or long
 * becomes a text.
 */
export function jsonbText(value: unknown): string {
  return JSON.stringify(value, (_key, member) => {
    const digits = exactNumber(member)
    return digits === undefined || isOrdinary(digits) ? member : digits
  }).replace(LONE_SURROGATES, (at) => (at === '\\\\' ? at : '\\ufffd'))
}

/** The text of a number that platform/json/exact-json.ts kept as it was sent. */
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
