import { Decimal, decimal, ZERO } from '../../../domain/money.ts'
import { VALUE_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { exactNumberText } from '../../../platform/json/exact-json.ts'

export const REPORTED_COST_MAX = decimal('1000000000')

const NUMBER = /^(-?\d+(?:\.\d+)?)(?:[eE]([+-]?\d+))?$/
/** No float has a larger exponent. */
const EXPONENT_MAX = 400
const DECIMALS = 30

/**
 * Parses an amount of USD as gateways write it, as a number or as text. A computed float may have 17
 * digits, which the body parser keeps as text, or an exponent. Decimals beyond the 30th are rounded.
 * Returns undefined for anything else, and for an amount that is negative or too large.
 */
export function parseReportedCost(sent: unknown): Decimal | undefined {
  const written = exactNumberText(sent) ?? (typeof sent === 'number' ? String(sent) : sent)
  if (typeof written !== 'string' || written.length > VALUE_LENGTH_MAX) return undefined
  const [, significand, exponent = '0'] = NUMBER.exec(written) ?? []
  const shift = Number(exponent)
  if (significand === undefined || Math.abs(shift) > EXPONENT_MAX) return undefined
  const power = shift < 0 ? Decimal.of(1n, -shift) : Decimal.of(10n ** BigInt(shift))
  const cost = decimal(significand).times(power)
  return cost.gte(ZERO) && cost.lte(REPORTED_COST_MAX) ? cost.round(DECIMALS) : undefined
}
