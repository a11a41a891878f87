import { amountNumber } from '../../domain/json-amount.ts'
import {
  type Decimal,
  decimal,
  decimalFromInteger,
  decimalsOf,
  divide,
  ZERO,
} from '../../domain/money.ts'

/** Figures are exact until they are written, and then have this many decimals. */
const DECIMALS = 10
const HUNDRED = decimal('100')

/** An exact figure as an answer writes it. */
export function figure(value: Decimal): number {
  return amountNumber(decimalsOf(value) > DECIMALS ? value.round(DECIMALS) : value)
}

/** The share of each of so many; 0 of none. */
export function average(total: Decimal, count: number): number {
  return count === 0 ? 0 : figure(divide(total, decimalFromInteger(count)))
}

/** What of the revenue is left, in percent; null where there is no revenue to be a part of. */
export function percentOf(margin: Decimal, revenue: Decimal): number | null {
  return revenue.eq(ZERO) ? null : figure(divide(margin.times(HUNDRED), revenue))
}
