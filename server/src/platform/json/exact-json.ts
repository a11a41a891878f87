import { randomUUID } from 'node:crypto'

/** What the engine's JSON can do beyond what TypeScript knows of it yet. */
type ExactJson = {
  rawJSON: (text: string) => unknown
  isRawJSON: (value: unknown) => boolean
}
const exactJson = JSON as unknown as ExactJson

const MAY_LOSE_DIGITS = /\d{16}|\d\.?\d*[eE][+-]?\d{3}|\d*\.\d{15}/
/** A string, or a number so long or so written that it may lose digits. */
const STRING_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.]*[eE][+-]?\d+|-?\d[\d.]{14,}/g
const WHOLE = /^-?\d+$/
/** Every decimal of up to this many digits survives being a float. */
const SAFE_DIGITS = 15

/**
 * Parses JSON without losing digits: a number that a float cannot hold, as a 64-bit id, stays the
 * text that it was, in an object that `JSON.stringify` writes out as it came. What is free-form is
 * so kept untouched, and what must be a number is refused instead of being changed.
 */
export function parseExactJson(text: string): unknown {
  return mayLoseDigits(text) ? parseKeepingDigits(text) : JSON.parse(text)
}

/** False when plain `JSON.parse` gives the same: nearly always. */
export function mayLoseDigits(text: string): boolean {
  return MAY_LOSE_DIGITS.test(text)
}

type Place = { holder: Record<string, unknown>; key: string | number; number: unknown }

/** Where a parsed value holds numbers that were kept as text. */
const exactNumbers = new WeakMap<object, Place[]>()

/**
 * A reviver would say the same of each number, but a body of half a million of them takes it half a
 * second. So the few that lose digits are marked in the text, and put back afterwards.
 */
function parseKeepingDigits(text: string): unknown {
  const mark = `${randomUUID()}:`
  const sources: string[] = []
  const marked = text.replace(STRING_OR_LONG_NUMBER, (token) => {
    if (token.startsWith('"') || !losesDigits(Number(token), token)) return token
    return `"${mark}${sources.push(token) - 1}"`
  })
  const numberOf = (value: unknown) =>
    typeof value === 'string' && value.startsWith(mark)
      ? exactJson.rawJSON(sources[Number(value.slice(mark.length))] ?? '')
      : undefined
  const value: unknown = JSON.parse(marked)
  const places: Place[] = []
  if (sources.length > 0) putBack(value, numberOf, places)
  if (places.length > 0 && typeof value === 'object' && value !== null) {
    exactNumbers.set(value, places)
  }
  return numberOf(value) ?? value
}

/** Puts numbers in the places of their marks, anywhere in a value, and lists where. */
function putBack(holder: unknown, numberOf: (value: unknown) => unknown, places: Place[]): void {
  if (typeof holder !== 'object' || holder === null) return
  const members = holder as Record<string, unknown>
  for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
    const number = numberOf(members[key])
    if (number === undefined) {
      putBack(members[key], numberOf, places)
      continue
    }
    members[key] = number
    places.push({ holder: members, key, number })
  }
}

/**
 * Does some work on a parsed value while NaN stands for each number that was kept as text. A schema
 * refuses NaN wherever it asks for any type, where it would take that number for an object.
 */
export function withoutExactNumbers<T>(value: unknown, work: (value: unknown) => T): T {
  if (exactJson.isRawJSON(value)) return work(Number.NaN)
  const places = typeof value === 'object' && value !== null ? exactNumbers.get(value) : undefined
  if (!places) return work(value)
  for (const { holder, key } of places) holder[key] = Number.NaN
  try {
    return work(value)
  } finally {
    for (const { holder, key, number } of places) holder[key] = number
  }
}

/** The digits of a number that was kept as its text; undefined for any other value. */
export function exactNumberText(value: unknown): string | undefined {
  return exactJson.isRawJSON(value) ? (value as { rawJSON: string }).rawJSON : undefined
}

function losesDigits(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return true
  if (WHOLE.test(source)) return !Number.isSafeInteger(value)
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
  return digits.length > SAFE_DIGITS || (value === 0 && digits !== '')
}
