import { amountNumber } from '../../domain/json-amount.ts'
import { type Decimal, decimal, decimalFromInteger, ZERO } from '../../domain/money.ts'

/** Decimals in answers; figures are exact until then. */
const DECIMALS = 10
const HUNDRED = decimal('100')

/** Returns an exact figure as answers show it. */
export function figure(value: Decimal): number {
  return amountNumber(value.round(DECIMALS))
}

/** Returns the average; 0 for a count of 0. */
export function average(total: Decimal, count: number): number {
  return count === 0 ? 0 : figure(total.div(decimalFromInteger(count)))
}

/** Returns the margin in percent of the revenue; null without revenue. */
export function percentOf(margin: Decimal, revenue: Decimal): number | null {
  return revenue.eq(ZERO) ? null : figure(margin.times(HUNDRED).div(revenue))
}
