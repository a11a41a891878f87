import { minorUnitDecimals } from '../../../../domain/currency.ts'
import { type Decimal, decimal, decimalFromInteger } from '../../../../domain/money.ts'

/**
 * Stripe's currency units, which differ from ISO 4217:
 * - Most currencies are counted in hundredths, zero-decimal currencies (`WHOLE`) in whole units.
 * - Three-decimal currencies are counted in thousandths, whose last digit must be 0.
 * - ISK and UGX have no decimals but are counted in hundredths for legacy reasons.
 */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const WHOLE_IN_HUNDREDTHS = new Set(['ISK', 'UGX'])
const HUNDREDTHS = 2
const THOUSANDTHS = 3

/**
 * Converts to Stripe's units; undefined if Stripe cannot take it, such as 1.234 KWD. Never rounds.
 */
export function toStripeAmount(amount: Decimal, currency: string): number | undefined {
  if (!amount.mod(decimal(stepOf(currency))).eq(decimal('0'))) return undefined
  const units = Number(amount.times(decimal(`1${'0'.repeat(decimalsOf(currency))}`)).toFixed())
  return Number.isSafeInteger(units) ? units : undefined
}

export function fromStripeAmount(units: number, currency: string): Decimal {
  const divisor = decimal(`1${'0'.repeat(decimalsOf(currency))}`)
  return decimalFromInteger(units).div(divisor)
}

function decimalsOf(currency: string): number {
  if (WHOLE.has(currency)) return 0
  return minorUnitDecimals(currency) === THOUSANDTHS ? THOUSANDTHS : HUNDREDTHS
}

/** Returns the smallest step: every amount must be a multiple of it. */
function stepOf(currency: string): string {
  return WHOLE.has(currency) || WHOLE_IN_HUNDREDTHS.has(currency) ? '1' : '0.01'
}
