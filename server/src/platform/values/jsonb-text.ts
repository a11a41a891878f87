import { exactNumberText } from '../json/exact-json.ts'

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
    const digits = exactNumberText(member)
    return digits === undefined || isOrdinary(digits) ? member : digits
  }).replace(LONE_SURROGATES, (at) => (at === '\\\\' ? at : '\\ufffd'))
}

function isOrdinary(digits: string): boolean {
  const value = Number(digits)
  return Number.isFinite(value) && value !== 0 && digits.length <= NUMBER_LENGTH_MAX
}
