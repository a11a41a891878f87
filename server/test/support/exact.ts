export type Amount = number | string

const SCALE = 24

/**
 * Converts decimal text or a JSON number to an integer in units of 1e-24, so that sums are exact.
 */
export function exact(value: Amount): bigint {
  const [mantissa = '', exponent = '0'] = String(value).toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const power = SCALE - fraction.length + Number(exponent)
  return BigInt(whole + fraction) * 10n ** BigInt(power)
}

export const sum = (amounts: readonly Amount[]): bigint =>
  amounts.reduce((total, amount) => total + exact(amount), 0n)

const DIGITS: Record<string, bigint> = { JPY: 0n, KWD: 3n }
/** Returns the currency's minor unit in units of 1e-24. */
export const minorUnit = (currency: string): bigint => 10n ** (24n - (DIGITS[currency] ?? 2n))

/** Rounds half away from zero to the minor unit of the currency. */
export function rounded(amount: bigint, currency: string): bigint {
  const unit = minorUnit(currency)
  const size = amount < 0n ? -amount : amount
  const whole = ((size + unit / 2n) / unit) * unit
  return amount < 0n ? -whole : whole
}
