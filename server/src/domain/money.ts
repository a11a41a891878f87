import { Decimal } from './decimal.ts'

export { Decimal, isDecimal } from './decimal.ts'

const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/
const INTEGER_DIGITS_MAX = 30
const FRACTION_DIGITS_MAX = 30

export const ZERO: Decimal = Decimal.of(0n)

export function isZero({ digits }: Decimal): boolean {
  return digits === 0n
}

/**
 * Parses plain decimal text ("-12.50"). Throws RangeError on other text: user input must be
 * validated first.
 */
export function decimal(text: string): Decimal {
  if (!PLAIN_DECIMAL.test(text)) throw new RangeError(`"${text}" is not a plain decimal`)
  return ofPlainText(text)
}

function ofPlainText(text: string): Decimal {
  const point = text.indexOf('.')
  if (point === -1) return Decimal.of(BigInt(text))
  let end = text.length
  while (text.charCodeAt(end - 1) === ZERO_CHARACTER) end -= 1
  return Decimal.of(BigInt(text.slice(0, point) + text.slice(point + 1, end)), end - 1 - point)
}

const ZERO_CHARACTER = 48

/** Converts a whole number to a Decimal. Throws RangeError when it is not a safe integer. */
export function decimalFromInteger(value: number): Decimal {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`)
  return Decimal.of(BigInt(value))
}

/**
 * Parses untrusted text. Returns undefined when it is not plain decimal text or has more than 30
 * whole digits or 30 decimals.
 */
export function parseDecimal(text: string): Decimal | undefined {
  if (!PLAIN_DECIMAL.test(text)) return undefined
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  if (whole.length > INTEGER_DIGITS_MAX || fraction.length > FRACTION_DIGITS_MAX) return undefined
  return ofPlainText(text)
}

/**
 * Converts an untrusted JSON number to the decimal that its sender wrote: 0.1 is one tenth, not
 * 0.1000000000000000055. Returns undefined when it is not finite or out of range.
 */
export function decimalFromJsonNumber(value: number): Decimal | undefined {
  if (!Number.isFinite(value)) return undefined
  const [significand = '', exponent = '0'] = String(value).split('e')
  const shift = Number(exponent)
  const power = shift < 0 ? Decimal.of(1n, -shift) : Decimal.of(10n ** BigInt(shift))
  return parseDecimal(ofPlainText(significand).times(power).toFixed())
}

export function add(a: Decimal, b: Decimal): Decimal {
  return a.plus(b)
}

export function sum(values: readonly Decimal[]): Decimal {
  return values.length === 0 ? ZERO : values.reduce(add)
}

/** Returns exact text, padded to at least `places` decimals and never truncated. */
export function toExactText(value: Decimal, places = 0): string {
  const exact = value.toFixed()
  const decimals = exact.length - 1 - exact.indexOf('.')
  return exact.includes('.') && decimals >= places ? exact : value.toFixed(places)
}
