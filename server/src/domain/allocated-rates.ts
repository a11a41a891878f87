import { type Decimal, decimalFromInteger, ZERO } from './money.ts'
import type { Rates } from './rates.ts'
import { monthAfter } from './time/range.ts'

/** What an amount is spread over: tokens of all kinds, those of one kind, or units of quantity. */
export const ALLOCATION_UNITS = ['tokens', 'input_tokens', 'output_tokens', 'quantity'] as const
export type AllocationUnit = (typeof ALLOCATION_UNITS)[number]

/** Decimals of a cost that an answer shows, and of an amount that can be spread. */
export const AMOUNT_DECIMALS = 10

const DAY_MS = 24 * 60 * 60_000
/** Days after the end of a month in which late usage still counts. */
const SETTLED_AFTER_DAYS = 4

/** Returns when a month settles, which begins at `month`; both in epoch milliseconds. */
export function settlesAt(month: number): number {
  return monthAfter(month) + SETTLED_AFTER_DAYS * DAY_MS
}

/**
 * Returns the cost in USD of one unit if `units` share an amount, or null without any units. It has
 * as many decimals as it takes that `units` times the rate differs from the amount by less than half
 * of its tenth decimal.
 */
export function rateOfShare(amount: Decimal, units: Decimal): Decimal | null {
  if (units.lte(ZERO)) return null
  const wholeDigits = units.toFixed(0).length
  return amount.div(units).round(AMOUNT_DECIMALS + wholeDigits)
}

/** Returns the part of a monthly amount that a share of the month accrues, from its start to `now`. */
export function accruedAmount(amount: Decimal, month: number, now: number): Decimal {
  const end = monthAfter(month)
  const elapsed = Math.min(Math.max(now - month, 0), end - month)
  return amount.times(decimalFromInteger(elapsed)).div(decimalFromInteger(end - month))
}

/** Returns the rates for one token or unit that make usage cost `rate` for each unit. */
export function ratesOfUnit(unit: AllocationUnit, rate: Decimal): Rates {
  const none = { input: null, output: null, cacheRead: null, cacheWrite: null, cacheWrite1h: null }
  switch (unit) {
    // Cached tokens have the rate of input.
    case 'tokens':
      return { ...none, input: rate, output: rate, unit: null }
    case 'input_tokens':
      return { ...none, input: rate, output: ZERO, unit: null }
    case 'output_tokens':
      return { ...none, input: ZERO, output: rate, unit: null }
    case 'quantity':
      return { ...none, unit: rate }
  }
}

/** Sums of the usage of a model. Cached tokens are parts of the input. */
export type UnitSums = { inputTokens: Decimal; outputTokens: Decimal; quantity: Decimal }

export function unitsOfSums(unit: AllocationUnit, sums: UnitSums): Decimal {
  switch (unit) {
    case 'tokens':
      return sums.inputTokens.plus(sums.outputTokens)
    case 'input_tokens':
      return sums.inputTokens
    case 'output_tokens':
      return sums.outputTokens
    case 'quantity':
      return sums.quantity
  }
}
