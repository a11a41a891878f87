import type { Attributes, AttributeValue } from './span.ts'

/** The longest name that a usage record takes. */
const NAME_LENGTH_MAX = 255
const NOT_ON_ONE_LINE = /[\p{Cc}\u2028\u2029]/u
/** No call has more; sums of more would not be exact. */
export const TOKENS_MAX = 1_000_000_000
const SHOWN_LENGTH_MAX = 40
/** Longer text is not parsed. */
const JSON_LENGTH_MAX = 20_000

/** Returns the first valid name among the attributes; a warning for each invalid one before it. */
export function firstName(
  attributes: Attributes,
  names: readonly string[],
  warnings: string[],
): string | undefined {
  for (const name of names) {
    const value = attributes[name]
    if (value === undefined || value === '') continue
    if (isName(value)) return value
    warnings.push(
      `${name} is ${shown(value)}, which is no text of 1 to ${NAME_LENGTH_MAX} characters on one line`,
    )
  }
  return undefined
}

/** Returns the first text among the attributes, of any length; a warning for each other value before it. */
export function firstText(
  attributes: Attributes,
  names: readonly string[],
  warnings: string[],
): string | undefined {
  for (const name of names) {
    const value = attributes[name]
    if (value === undefined || value === '') continue
    if (typeof value === 'string') return value
    warnings.push(`${name} is ${shown(value)}, which is no text`)
  }
  return undefined
}

function isName(value: AttributeValue): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= NAME_LENGTH_MAX &&
    !NOT_ON_ONE_LINE.test(value) &&
    value.isWellFormed()
  )
}

/**
 * Returns the first valid count among the attributes: a whole number from 0, or its decimal digits.
 * Adds a warning for each invalid one before it. Empty text counts as absent.
 */
export function firstCount(
  attributes: Attributes,
  names: readonly string[],
  warnings: string[],
  maximum: number = TOKENS_MAX,
): number | undefined {
  for (const name of names) {
    const value = attributes[name]
    if (value === undefined || value === '') continue
    const count = countIn(value, maximum)
    if (count !== undefined) return count
    warnings.push(`${name} is ${shown(value)}, which is no whole number from 0 to ${maximum}`)
  }
  return undefined
}

const DIGITS = /^\d{1,16}$/

/** Converts a count; undefined if it is none, or larger than `maximum`. */
export function countIn(value: unknown, maximum: number = TOKENS_MAX): number | undefined {
  const count = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 && count <= maximum
    ? Math.abs(count)
    : undefined
}

const AMOUNT = /^\d{1,15}(\.\d{1,60})?([eE][+-]?\d{1,3})?$/

/** Returns the first amount that is not negative, as it was written; other values are ignored. */
export function firstAmount(values: readonly unknown[]): string | undefined {
  for (const value of values) {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && AMOUNT.test(text)) return text
  }
  return undefined
}

/** Parses JSON text that is an object; undefined for anything else. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'string' || value.length > JSON_LENGTH_MAX || !value.startsWith('{')) {
    return undefined
  }
  try {
    return fieldsOf(JSON.parse(value))
  } catch {
    return undefined
  }
}

/** Returns an object's own fields; of anything else, none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function shown(value: AttributeValue): string {
  const text =
    typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_LENGTH_MAX)) : kindOf(value)
  return text.toWellFormed()
}

function kindOf(value: AttributeValue): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? 'a list' : 'an object'
}
