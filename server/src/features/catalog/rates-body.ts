import { type Decimal, decimal, toExactText } from '../../domain/money.ts'
import type { LongContextColumn, RatesColumn } from './column-schemas.ts'
import {
  type PriceRow,
  parseLongContext,
  parseServiceTiers,
  type StoredRates,
} from './price-row.ts'

type Price = StoredRates & Pick<PriceRow, 'id' | 'longContext' | 'serviceTiers'>

/** Returns the rates of a price in the form of the API: USD for the entry's cost unit. */
export function ratesBody({ isApi }: { isApi: boolean }, price: Price | undefined) {
  return {
    inputCost: cost(isApi ? price?.unitRate : price?.inputRate),
    outputCost: isApi ? null : cost(price?.outputRate),
    cacheReadCost: cost(price?.cacheReadRate),
    cacheWriteCost: cost(price?.cacheWriteRate),
    cacheWrite1hCost: cost(price?.cacheWrite1hRate),
    longContext: (price ? parseLongContext(price) : []).map(levelBody),
    serviceTiers: (price ? parseServiceTiers(price) : []).map((tier) => ({
      serviceTier: tier.serviceTier,
      ...costsBody(tier),
      longContext: tier.longContext.map(levelBody),
    })),
  }
}

function levelBody(level: LongContextColumn[number]) {
  return { aboveInputTokens: level.aboveInputTokens, ...costsBody(level) }
}

function costsBody(rates: RatesColumn) {
  return {
    inputCost: costOfText(rates.input),
    outputCost: costOfText(rates.output),
    cacheReadCost: costOfText(rates.cacheRead),
    cacheWriteCost: costOfText(rates.cacheWrite),
    cacheWrite1hCost: costOfText(rates.cacheWrite1h),
  }
}

function costOfText(rate: string | null | undefined): string | null {
  return rate == null ? null : toExactText(decimal(rate))
}

function cost(rate: Decimal | null | undefined): string | null {
  return rate ? toExactText(rate) : null
}
