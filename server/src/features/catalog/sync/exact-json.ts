import { type Decimal, decimal, parseDecimal } from '../../../domain/money.ts'

export type JsonRecord = Readonly<Record<string, unknown>>

/**
 * Parses JSON and returns every number as its source text, so that a price such as 2.5e-06 becomes
 * a Decimal without passing through a float. Throws when the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, ...[context]: unknown[]) =>
    typeof value === 'number' ? sourceText(context, value) : value,
  )
}

/** Reads the third argument of a JSON reviver, which TypeScript's library does not declare. */
function sourceText(context: unknown, value: number): string {
  return (isRecord(context) ? textOf(context.source) : undefined) ?? String(value)
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a non-empty text; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** Returns a positive whole number that fits an integer column; undefined for anything else. */
export function countOf(value: unknown): number | undefined {
  const count = Number(textOf(value) ?? Number.NaN)
  return Number.isInteger(count) && count > 0 && count <= 2_147_483_647 ? count : undefined
}

/** Bounds the digits, because the time of a conversion grows faster than their number. */
const NUMBER = /^(-?)(\d{1,100})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/

/** No published rate has more digits; further digits are floating-point noise. */
const SIGNIFICANT_DIGITS = 12

/** Parses an exact rate such as "0.0000025" or "2.5e-06"; undefined when it is not a number. */
export function rateOf(value: unknown): Decimal | undefined {
  const match = NUMBER.exec(textOf(value)?.trim() ?? '')
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = withPoint(whole + fraction, whole.length + Number(exponent))
  return parseDecimal(withoutNoise(decimal(sign + digits)).toFixed())
}

/** Rounds decimals beyond the significant digits. */
function withoutNoise(rate: Decimal): Decimal {
  const excess = String(rate.abs().digits).length - SIGNIFICANT_DIGITS
  return excess > 0 ? rate.round(Math.max(rate.decimals - excess, 0)) : rate
}

/** Inserts the decimal point after the first `place` digits and pads with zeros. */
function withPoint(digits: string, place: number): string {
  if (place >= digits.length) return digits.padEnd(place, '0')
  if (place <= 0) return `0.${'0'.repeat(-place)}${digits}`
  return `${digits.slice(0, place)}.${digits.slice(place)}`
}
