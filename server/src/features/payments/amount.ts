import { minorUnitDecimals } from '../../domain/currency.ts'
import { type Decimal, ZERO } from '../../domain/money.ts'
import { parseSentDecimal } from '../../domain/sent-decimal.ts'
import { AppError } from '../../platform/errors.ts'

/**
 * Parses a number or decimal text that was sent as a positive amount payable in the currency.
 * Throws `invalid` for any other value; amounts are never rounded.
 */
export function parseAmount(sent: number | string, currency: string, field: string): Decimal {
  const amount = parseSentDecimal(sent)
  if (!amount)
    throw new AppError('invalid', [
      `${field} must be a number or decimal text such as 12.50, of at most 15 digits`,
    ])
  if (amount.lte(ZERO)) throw new AppError('invalid', [`${field} must be more than 0`])
  const decimals = minorUnitDecimals(currency)
  if (!amount.round(decimals).eq(amount)) {
    throw new AppError('invalid', [
      `${field} has more than the ${decimals} decimals of ${currency}`,
    ])
  }
  return amount
}
