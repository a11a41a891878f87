import { exactNumberText } from '../json/exact-json.ts'

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
    const digits = exactNumberText(member)
    return digits === undefined || isOrdinary(digits) ? member : digits
  }).replace(LONE_SURROGATES, (at) => (at === '\\\\' ? at : '\\ufffd'))
}

function isOrdinary(digits: string): boolean {
  const value = Number(digits)
  return Number.isFinite(value) && value !== 0 && digits.length <= NUMBER_LENGTH_MAX
}
