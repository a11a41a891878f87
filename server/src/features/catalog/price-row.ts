import { Compile } from 'typebox/compile'
import type { CatalogPrice, LongContextRates, Rates } from '../../domain/cost.ts'
import { type Decimal, decimal, toExactText } from '../../domain/money.ts'
import { LongContextColumn } from './column-schemas.ts'

export type Source = 'curated' | 'litellm' | 'openrouter'
type PriceStatus = 'accepted' | 'quarantined' | 'rejected'

/** Rates as stored: in USD for the entry's unit size. */
export type StoredRates = {
  inputRate: Decimal | null
  outputRate: Decimal | null
  cacheReadRate: Decimal | null
  cacheWriteRate: Decimal | null
  unitRate: Decimal | null
}

/** A row of `catalog_prices`; times of day are `HH:MM:SS` in UTC. */
export type PriceRow = StoredRates & {
  id: string
  entryId: string
  effectiveFrom: Date | null
  dailyFrom: string | null
  dailyTo: string | null
  longContext: unknown
  source: Source
  status: PriceStatus
  quarantineReason: string | null
  createdAt: Date
}

/** Compiled, because a start checks the column of every price. */
const longContextColumn = Compile(LongContextColumn)

/** Parses the tiers of a price row, ascending. Throws when the column has another structure. */
export function parseLongContext({ id, longContext }: Pick<PriceRow, 'id' | 'longContext'>) {
  if (!longContextColumn.Check(longContext)) {
    throw new Error(`catalog_prices ${id}: long_context is not a list of tiers`)
  }
  return longContext.toSorted((a, b) => a.aboveInputTokens - b.aboveInputTokens)
}

/** Converts a price row to a domain price, with rates for one token or unit. */
export function toCatalogPrice(row: PriceRow, unitSize: Decimal): CatalogPrice {
  const rate = (stored: Decimal | null) => stored?.div(unitSize) ?? null
  const tierRate = (text: string | null | undefined) => rate(text == null ? null : decimal(text))
  return {
    id: row.id,
    effectiveFrom: row.effectiveFrom === null ? null : row.effectiveFrom.getTime(),
    dailyWindow:
      row.dailyFrom === null || row.dailyTo === null
        ? null
        : { from: minutesOf(row.dailyFrom), to: minutesOf(row.dailyTo) },
    rates: {
      input: rate(row.inputRate),
      output: rate(row.outputRate),
      cacheRead: rate(row.cacheReadRate),
      cacheWrite: rate(row.cacheWriteRate),
      unit: rate(row.unitRate),
    },
    longContext: parseLongContext(row).map((tier) => ({
      aboveInputTokens: tier.aboveInputTokens,
      rates: {
        input: tierRate(tier.input),
        output: tierRate(tier.output),
        cacheRead: tierRate(tier.cacheRead),
        cacheWrite: tierRate(tier.cacheWrite),
        unit: null,
      },
    })),
  }
}

/** Converts rates for one token or unit to the columns of an entry with this unit size. */
export function toStoredRates(rates: Rates, unitSize: Decimal): StoredRates {
  const stored = (rate: Decimal | null) => rate?.times(unitSize) ?? null
  return {
    inputRate: stored(rates.input),
    outputRate: stored(rates.output),
    cacheReadRate: stored(rates.cacheRead),
    cacheWriteRate: stored(rates.cacheWrite),
    unitRate: stored(rates.unit),
  }
}

export function toLongContextColumn(
  tiers: readonly LongContextRates[],
  unitSize: Decimal,
): LongContextColumn {
  return tiers.map(({ aboveInputTokens, rates }) => ({
    aboveInputTokens,
    input: rateText(rates.input, unitSize),
    output: rateText(rates.output, unitSize),
    cacheRead: rateText(rates.cacheRead, unitSize),
    cacheWrite: rateText(rates.cacheWrite, unitSize),
  }))
}

function rateText(rate: Decimal | null, unitSize: Decimal): string | null {
  return rate && toExactText(rate.times(unitSize))
}

/** Converts `HH:MM` or `HH:MM:SS` to minutes after midnight. Providers do not use seconds. */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
