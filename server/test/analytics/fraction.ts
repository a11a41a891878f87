/** An exact fraction, so that only the final result is rounded. */
export type Fraction = { n: bigint; d: bigint }

export const NONE: Fraction = { n: 0n, d: 1n }

export const fraction = (n: bigint, d = 1n): Fraction => {
  const divisor = gcd(n < 0n ? -n : n, d)
  return { n: n / divisor, d: d / divisor }
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a || 1n : gcd(b, a % b))

/** Parses plain decimal text. */
export function parse(text: string): Fraction {
  const [whole = '', digits = ''] = text.split('.')
  return fraction(BigInt(whole + digits), 10n ** BigInt(digits.length))
}

export const plus = (a: Fraction, b: Fraction) => fraction(a.n * b.d + b.n * a.d, a.d * b.d)
export const minus = (a: Fraction, b: Fraction) => plus(a, { n: -b.n, d: b.d })
export const times = (a: Fraction, b: Fraction) => fraction(a.n * b.n, a.d * b.d)
export const isLess = (a: Fraction, b: Fraction) => a.n * b.d < b.n * a.d
export const total = (all: readonly Fraction[]) => all.reduce(plus, NONE)
export const whole = (n: number) => fraction(BigInt(n))
export const over = (a: Fraction, count: number) => fraction(a.n, a.d * BigInt(count))

/** Returns a / b; b must not be 0. */
export function share(a: Fraction, b: Fraction): Fraction {
  return b.n < 0n ? fraction(-a.n * b.d, -a.d * b.n) : fraction(a.n * b.d, a.d * b.n)
}

/** Rounds half away from zero to a number of decimals. */
export function rounded({ n, d }: Fraction, decimals: number): Fraction {
  const scale = 10n ** BigInt(decimals)
  const size = n < 0n ? -n : n
  const units = (2n * size * scale + d) / (2n * d)
  return fraction(n < 0n ? -units : units, scale)
}

/** Returns the number that answers show: ten decimals. */
export function shown(value: Fraction): number {
  const { n, d } = rounded(value, 10)
  const units = (n * 10n ** 10n) / d
  const size = String(units < 0n ? -units : units).padStart(11, '0')
  return Number(`${units < 0n ? '-' : ''}${size.slice(0, -10)}.${size.slice(-10)}`)
}
