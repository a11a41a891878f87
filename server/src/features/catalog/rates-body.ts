import { type Decimal, decimal, toExactText } from '../../domain/money.ts'
import { type PriceRow, parseLongContext, type StoredRates } from './price-row.ts'

type Price = StoredRates & Pick<PriceRow, 'id' | 'longContext'>

/** Returns the rates of a price in the form of the API: USD for the entry's cost unit. */
export function ratesBody({ isApi }: { isApi: boolean }, price: Price | undefined) {
  return {
    inputCost: cost(isApi ? price?.unitRate : price?.inputRate),
    outputCost: isApi ? null : cost(price?.outputRate),
    cacheReadCost: cost(price?.cacheReadRate),
    cacheWriteCost: cost(price?.cacheWriteRate),
    longContext: (price ? parseLongContext(price) : []).map((tier) => ({
      aboveInputTokens: tier.aboveInputTokens,
      inputCost: tierCost(tier.input),
      outputCost: tierCost(tier.output),
      cacheReadCost: tierCost(tier.cacheRead),
      cacheWriteCost: tierCost(tier.cacheWrite),
    })),
  }
}

function tierCost(rate: string | null | undefined): string | null {
  return rate == null ? null : toExactText(decimal(rate))
}

function cost(rate: Decimal | null | undefined): string | null {
  return rate ? toExactText(rate) : null
}
