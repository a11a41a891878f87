/** Decimals of a quotient that does not end. */
const QUOTIENT_DECIMALS = 40

/**
 * An exact decimal number: whole digits, and how many of them are decimals. Equal values have equal fields, because
 * the last decimal is never zero. Arithmetic is exact, except for quotients and rounding, which round half away from
 * zero. It has no conversion to a float.
 */
export class Decimal {
  readonly digits: bigint
  readonly decimals: number

  private constructor(digits: bigint, decimals: number) {
    this.digits = digits
    this.decimals = decimals
  }

  /** Returns `digits` divided by ten to the power of `decimals`, which is not negative. */
  static of(digits: bigint, decimals = 0): Decimal {
    if (decimals === 0 || digits % 10n !== 0n) return new Decimal(digits, decimals)
    if (digits === 0n) return new Decimal(0n, 0)
    let [left, count] = [digits, decimals]
    for (const zeros of TRAILING_ZEROS) {
      while (count >= zeros && left % powerOfTen(zeros) === 0n) {
        left /= powerOfTen(zeros)
        count -= zeros
      }
    }
    return new Decimal(left, count)
  }

  plus(other: Decimal): Decimal {
    assertDecimal(other)
    if (other.digits === 0n) return this
    if (this.digits === 0n) return other
    const decimals = Math.max(this.decimals, other.decimals)
    return Decimal.of(digitsAt(this, decimals) + digitsAt(other, decimals), decimals)
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.neg())
  }

  times(other: Decimal): Decimal {
    return Decimal.of(this.digits * other.digits, this.decimals + other.decimals)
  }

  /** Returns the quotient, rounded to 40 decimals. Throws RangeError if `divisor` is zero. */
  div(divisor: Decimal): Decimal {
    if (divisor.digits === 0n) throw new RangeError('division by zero')
    const over = this.digits * powerOfTen(QUOTIENT_DECIMALS + divisor.decimals)
    return Decimal.of(rounded(over, divisor.digits * powerOfTen(this.decimals)), QUOTIENT_DECIMALS)
  }

  /** Returns the remainder of division by `divisor`, with the sign of this value. */
  mod(divisor: Decimal): Decimal {
    const decimals = Math.max(this.decimals, divisor.decimals)
    return Decimal.of(digitsAt(this, decimals) % digitsAt(divisor, decimals), decimals)
  }

  neg(): Decimal {
    return new Decimal(-this.digits, this.decimals)
  }

  abs(): Decimal {
    return this.digits < 0n ? this.neg() : this
  }

  /** Throws RangeError if `decimals` is negative. */
  round(decimals = 0): Decimal {
    if (decimals < 0) throw new RangeError('a Decimal is rounded to 0 decimals or more')
    if (this.decimals <= decimals) return this
    return Decimal.of(rounded(this.digits, powerOfTen(this.decimals - decimals)), decimals)
  }

  /** Returns a negative number, zero or a positive number, as `sort` expects. */
  cmp(other: Decimal): -1 | 0 | 1 {
    const decimals = Math.max(this.decimals, other.decimals)
    const [own, theirs] = [digitsAt(this, decimals), digitsAt(other, decimals)]
    if (own === theirs) return 0
    return own < theirs ? -1 : 1
  }

  eq(other: Decimal): boolean {
    assertDecimal(other)
    return this.digits === other.digits && this.decimals === other.decimals
  }

  lt(other: Decimal): boolean {
    return this.cmp(other) < 0
  }

  lte(other: Decimal): boolean {
    return this.cmp(other) <= 0
  }

  gt(other: Decimal): boolean {
    return this.cmp(other) > 0
  }

  gte(other: Decimal): boolean {
    return this.cmp(other) >= 0
  }

  /** Returns plain digits: all of them, or rounded to and padded with zeros to `decimals`. */
  toFixed(decimals?: number): string {
    if (decimals === undefined) return plainText(this.digits, this.decimals)
    return plainText(digitsAt(this.round(decimals), decimals), decimals)
  }

  toString(): string {
    return this.toFixed()
  }

  toJSON(): string {
    return this.toFixed()
  }

  /** Throws, so that no operator turns a decimal into a float. */
  valueOf(): never {
    throw new TypeError('a Decimal is not a number: use its methods')
  }
}

/** Goes by the fields and not by the class, of which a process may load two copies. */
export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'object' && value !== null && 'digits' in value && 'decimals' in value
}

function assertDecimal(value: Decimal): void {
  if (!isDecimal(value)) throw new TypeError('the operand is not a Decimal')
}

/** Returns the digits of a value with more decimals. */
function digitsAt({ digits, decimals: own }: Decimal, decimals: number): bigint {
  return decimals === own ? digits : digits * powerOfTen(decimals - own)
}

/** Zeros that are removed together. */
const TRAILING_ZEROS = [32, 16, 8, 4, 2, 1]

const POWERS_OF_TEN = Array.from({ length: 101 }, (_, exponent) => 10n ** BigInt(exponent))

function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent)
}

/** Divides whole numbers, rounding half away from zero. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  const [over, under] = [magnitude(dividend), magnitude(divisor)]
  const quotient = (over * 2n + under) / (under * 2n)
  return dividend < 0n === divisor < 0n ? quotient : -quotient
}

const magnitude = (value: bigint) => (value < 0n ? -value : value)

function plainText(digits: bigint, decimals: number): string {
  if (decimals === 0) return String(digits)
  const text = String(magnitude(digits)).padStart(decimals + 1, '0')
  const sign = digits < 0n ? '-' : ''
  return `${sign}${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}
