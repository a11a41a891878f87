import Big from 'big.js'

/**
 * Exact decimals for money, rates and quantities. Only this file knows the library that computes
 * them. The constructor is private and strict: a float is rejected, and a Decimal never silently
 * becomes a float.
 */
const Exact = Big()
Exact.strict = true
Exact.DP = 40
Exact.RM = Big.roundHalfUp // on a tie: away from zero
Exact.NE = -1_000 // plain digits in all output, never 1e-7
Exact.PE = 1_000

export type Decimal = Big

const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/
const INTEGER_DIGITS_MAX = 30
const FRACTION_DIGITS_MAX = 30

export const ZERO: Decimal = new Exact('0')

/** Faster than a comparison, which copies the value first; many amounts are zero. */
export function isZero({ c: [first] }: Decimal): boolean {
  return first === 0
}

export function isDecimal(value: unknown): value is Decimal {
  return value instanceof Exact
}

/**
 * Parses plain decimal text ("-12.50"). Throws RangeError on other text: user input must be
 * validated first.
 */
export function decimal(text: string): Decimal {
  if (!PLAIN_DECIMAL.test(text)) throw new RangeError(`"${text}" is not a plain decimal`)
  return new Exact(text)
}

/** Converts a whole number to a Decimal. Throws RangeError when it is not a safe integer. */
export function decimalFromInteger(value: number): Decimal {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`)
  return new Exact(String(value))
}

/**
 * Parses untrusted text. Returns undefined when it is not plain decimal text or has more than 30
 * whole digits or 30 decimals.
 */
export function parseDecimal(text: string): Decimal | undefined {
  if (!PLAIN_DECIMAL.test(text)) return undefined
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  if (whole.length > INTEGER_DIGITS_MAX || fraction.length > FRACTION_DIGITS_MAX) return undefined
  return new Exact(text)
}

/**
 * Converts an untrusted JSON number to the decimal that its sender wrote: 0.1 is one tenth, not
 * 0.1000000000000000055. Returns undefined when it is not finite or out of range.
 */
export function decimalFromJsonNumber(value: number): Decimal | undefined {
  if (!Number.isFinite(value)) return undefined
  const parsed = new Exact(String(value))
  return parseDecimal(parsed.toFixed())
}

/**
 * Returns the sum. Skips the addition for zero, because many amounts are zero and an addition takes
 * time for each digit.
 */
export function add(a: Decimal, b: Decimal): Decimal {
  if (isZero(b)) return a
  return isZero(a) ? b : a.plus(b)
}

export function sum(values: readonly Decimal[]): Decimal {
  return values.length === 0 ? ZERO : values.reduce(add)
}

/** Returns text with exactly `places` decimals, rounded half away from zero. */
export function toFixedDecimals(value: Decimal, places: number): string {
  // Rounded first: toFixed alone would write a tiny negative amount as -0.00.
  return value.round(places).toFixed(places)
}

/** Returns exact text, padded to at least `places` decimals and never truncated. */
export function toExactText(value: Decimal, places = 0): string {
  const exact = value.toFixed()
  const decimals = exact.length - 1 - exact.indexOf('.')
  return exact.includes('.') && decimals >= places ? exact : value.toFixed(places)
}

/** Returns the number of decimals of a value; negative for a multiple of ten. */
export function decimalsOf({ c, e }: Decimal): number {
  return c.length - 1 - e
}

const QUOTIENT_DECIMALS = 40
const SCALE = 10n ** 40n

/**
 * Returns the same quotient as `div`, rounded to 40 decimals. It computes with BigInt, because the
 * library's digit-by-digit division takes fifty times as long. Throws RangeError for division by
 * zero.
 */
export function divide(dividend: Decimal, divisor: Decimal): Decimal {
  const decimals = decimalsOf(dividend) - decimalsOf(divisor)
  const over = digitsOf(dividend) * SCALE * (decimals < 0 ? powerOfTen(-decimals) : 1n)
  const under = digitsOf(divisor) * (decimals > 0 ? powerOfTen(decimals) : 1n)
  if (under === 0n) throw new RangeError('division by zero')
  // Rounds half away from zero.
  const digits = (over * 2n + under) / (under * 2n)
  const sign = dividend.s * divisor.s < 0 ? '-' : ''
  const text = String(digits).padStart(QUOTIENT_DECIMALS + 1, '0')
  return new Exact(`${sign}${text.slice(0, -QUOTIENT_DECIMALS)}.${text.slice(-QUOTIENT_DECIMALS)}`)
}

/**
 * A float holds this many digits exactly, and reading them into one is faster than building text.
 */
const DIGITS_OF_FLOAT = 15

/** Returns all digits of a decimal as one whole number, without the sign. */
function digitsOf({ c: digits }: Decimal): bigint {
  if (digits.length > DIGITS_OF_FLOAT) return BigInt(digits.join(''))
  return BigInt(digits.reduce((number, digit) => number * 10 + digit, 0))
}

const POWERS_OF_TEN = Array.from({ length: 61 }, (_, exponent) => 10n ** BigInt(exponent))

function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent)
}
