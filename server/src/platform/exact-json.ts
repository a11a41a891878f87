/** What the engine's JSON can do beyond what TypeScript knows of it yet. */
type ExactJson = {
  parse: (
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ) => unknown
  rawJSON: (text: string) => unknown
}
const exactJson = JSON as unknown as ExactJson

const MAY_LOSE_DIGITS = /\d{16}|\d\.?\d*[eE][+-]?\d{3}|\d*\.\d{15}/
const WHOLE = /^-?\d+$/
/** Every decimal of up to this many digits survives being a float. */
const SAFE_DIGITS = 15

/**
 * Parses JSON without losing digits: a number that a float cannot hold, as a 64-bit id, stays the
 * text that it was, in an object that `JSON.stringify` writes out as it came. What is free-form is
 * so kept untouched, and what must be a number is refused instead of being changed.
 */
export function parseExactJson(text: string): unknown {
  return MAY_LOSE_DIGITS.test(text) ? exactJson.parse(text, keepDigits) : JSON.parse(text)
}

function keepDigits(_key: string, value: unknown, { source }: { source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && losesDigits(value, source)
    ? exactJson.rawJSON(source)
    : value
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
