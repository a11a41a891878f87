const DECIMAL = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i

/**
 * Returns the exact sum of two amounts, numbers or decimal texts, as text. Returns the other one if
 * one is no amount: the service names the error of a record that has only that.
 */
export function decimalSum(one: number | string, other: number | string): number | string {
  const [a, b] = [parse(one), parse(other)]
  if (!a) return other
  if (!b) return one
  const decimals = Math.max(a.decimals, b.decimals)
  const digits = scaled(a, decimals) + scaled(b, decimals)
  if (decimals === 0) return String(digits)
  const text = String(digits).padStart(decimals + 1, '0')
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

/** Returns true for a number or a decimal text of at least 0. */
export const isAmount = (value: unknown): value is number | string =>
  (typeof value === 'number' || typeof value === 'string') && parse(value) !== undefined

type Scaled = { digits: bigint; decimals: number }

function parse(amount: number | string): Scaled | undefined {
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(String(amount).trim()) ?? []
  const decimals = fraction.length - Number(exponent)
  if (whole === undefined || Math.abs(decimals) > 400) return undefined
  const digits = BigInt(`${whole}${fraction}`)
  return decimals < 0
    ? { digits: digits * 10n ** BigInt(-decimals), decimals: 0 }
    : { digits, decimals }
}

function scaled({ digits, decimals }: Scaled, to: number): bigint {
  return digits * 10n ** BigInt(to - decimals)
}
