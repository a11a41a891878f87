import { randomUUID } from 'node:crypto'

/** Functions of the engine's JSON object that TypeScript does not declare yet. */
type ExactJson = {
  rawJSON: (text: string) => unknown
  isRawJSON: (value: unknown) => boolean
}
const exactJson = JSON as unknown as ExactJson

const MAY_LOSE_DIGITS = /\d{16}|\d\.?\d*[eE][+-]?\d{3}|\d*\.\d{15}/
/** Matches a string, or a number whose length or notation may lose digits as a float. */
const STRING_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.]*[eE][+-]?\d+|-?\d[\d.]{14,}/g
const WHOLE = /^-?\d+$/
/** Every decimal with up to this many digits survives a conversion to float. */
const SAFE_DIGITS = 15

/**
 * Parses JSON without losing digits. A number that a float cannot represent, such as a 64-bit id,
 * becomes an object with the original text, which `JSON.stringify` writes unchanged. Free-form
 * values therefore stay exact, and numeric fields refuse such a number instead of changing it.
 */
export function parseExactJson(text: string): unknown {
  return mayLoseDigits(text) ? parseKeepingDigits(text) : JSON.parse(text)
}

/** Returns false when plain `JSON.parse` gives the same result, which is nearly always. */
export function mayLoseDigits(text: string): boolean {
  return MAY_LOSE_DIGITS.test(text)
}

type Place = { holder: Record<string, unknown>; key: string | number; number: unknown }

/** Positions of the numbers kept as text inside a parsed value. */
const exactNumbers = new WeakMap<object, Place[]>()

/**
 * A reviver could do the same, but takes half a second for a body with half a million numbers.
 * Instead, the few numbers that would lose digits are replaced by marks and restored after parsing.
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
  if (sources.length > 0) restoreNumbers(value, numberOf, places)
  if (places.length > 0 && typeof value === 'object' && value !== null) {
    exactNumbers.set(value, places)
  }
  return numberOf(value) ?? value
}

/** Replaces marks by their numbers anywhere in a value, and records the positions. */
function restoreNumbers(
  holder: unknown,
  numberOf: (value: unknown) => unknown,
  places: Place[],
): void {
  if (typeof holder !== 'object' || holder === null) return
  const members = holder as Record<string, unknown>
  for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
    const number = numberOf(members[key])
    if (number === undefined) {
      restoreNumbers(members[key], numberOf, places)
      continue
    }
    members[key] = number
    places.push({ holder: members, key, number })
  }
}

/**
 * Runs `work` on a parsed value in which each number kept as text is replaced by NaN. Every schema
 * with a type refuses NaN, whereas the original object would pass as an object.
 */
export function withNumbersAsNaN<T>(value: unknown, work: (value: unknown) => T): T {
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

/** Returns the text of a number that was kept as text; undefined for any other value. */
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
