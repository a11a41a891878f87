import { minorUnitDecimals } from '../../../../domain/currency.ts'
import { type Decimal, decimal, decimalFromInteger } from '../../../../domain/money.ts'

/**
 * Stripe counts money in units of its own, by rules that are not those of ISO 4217: most currencies
 * in hundredths; these without decimals; those of three decimals in thousandths, of which the last
 * digit must be 0. ISK and UGX have no decimals either, yet count in hundredths for old times' sake.
 */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const WHOLE_IN_HUNDREDTHS = new Set(['ISK', 'UGX'])
const HUNDREDTHS = 2
const THOUSANDTHS = 3

/** Undefined for an amount that Stripe cannot take, such as 1.234 KWD: it is never rounded. */
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

/** What every amount must be a multiple of. */
function stepOf(currency: string): string {
  return WHOLE.has(currency) || WHOLE_IN_HUNDREDTHS.has(currency) ? '1' : '0.01'
}
