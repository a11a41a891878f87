import { Compile } from 'typebox/compile'
import type { CatalogPrice, LongContextRates, Rates, TierRates } from '../../domain/cost.ts'
import { type Decimal, decimal, toExactText } from '../../domain/money.ts'
import { LongContextColumn, type RatesColumn, ServiceTiersColumn } from './column-schemas.ts'

export type Source = 'curated' | 'litellm' | 'openrouter'
type PriceStatus = 'accepted' | 'quarantined' | 'rejected'

/** Rates as stored: in USD for the entry's unit size. */
export type StoredRates = {
  inputRate: Decimal | null
  outputRate: Decimal | null
  cacheReadRate: Decimal | null
  cacheWriteRate: Decimal | null
  cacheWrite1hRate: Decimal | null
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
  serviceTiers: unknown
  source: Source
  status: PriceStatus
  quarantineReason: string | null
  createdAt: Date
}

/** Compiled, because a start checks the column of every price. */
const longContextColumn = Compile(LongContextColumn)
const serviceTiersColumn = Compile(ServiceTiersColumn)

/** Parses the tiers of a price row, ascending. Throws when the column has another structure. */
export function parseLongContext({ id, longContext }: Pick<PriceRow, 'id' | 'longContext'>) {
  if (!longContextColumn.Check(longContext)) {
    throw new Error(`catalog_prices ${id}: long_context is not a list of tiers`)
  }
  return ascending(longContext)
}

const ascending = (tiers: LongContextColumn) =>
  tiers.toSorted((a, b) => a.aboveInputTokens - b.aboveInputTokens)

/** Parses the rates of service tiers, each ascending. Throws when the column has another structure. */
export function parseServiceTiers({ id, serviceTiers }: Pick<PriceRow, 'id' | 'serviceTiers'>) {
  if (!serviceTiersColumn.Check(serviceTiers)) {
    throw new Error(`catalog_prices ${id}: service_tiers is not a list of tiers`)
  }
  return serviceTiers.map(({ longContext = [], ...tier }) => ({
    ...tier,
    longContext: ascending(longContext),
  }))
}

/** Converts a price row to a domain price, with rates for one token or unit. */
export function toCatalogPrice(row: PriceRow, unitSize: Decimal): CatalogPrice {
  const rate = (stored: Decimal | null) => stored?.div(unitSize) ?? null
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
      cacheWrite1h: rate(row.cacheWrite1hRate),
      unit: rate(row.unitRate),
    },
    longContext: toLongContext(parseLongContext(row), unitSize),
    serviceTiers: parseServiceTiers(row).map(({ serviceTier, longContext, ...rates }) => ({
      serviceTier,
      rates: toTokenRates(rates, unitSize),
      longContext: toLongContext(longContext, unitSize),
    })),
  }
}

function toLongContext(tiers: LongContextColumn, unitSize: Decimal): LongContextRates[] {
  return tiers.map(({ aboveInputTokens, ...rates }) => ({
    aboveInputTokens,
    rates: toTokenRates(rates, unitSize),
  }))
}

function toTokenRates(texts: RatesColumn, unitSize: Decimal): Rates {
  const rate = (text: string | null | undefined) =>
    text == null ? null : decimal(text).div(unitSize)
  return {
    input: rate(texts.input),
    output: rate(texts.output),
    cacheRead: rate(texts.cacheRead),
    cacheWrite: rate(texts.cacheWrite),
    cacheWrite1h: rate(texts.cacheWrite1h),
    unit: null,
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
    cacheWrite1hRate: stored(rates.cacheWrite1h),
    unitRate: stored(rates.unit),
  }
}

export function toLongContextColumn(
  tiers: readonly LongContextRates[],
  unitSize: Decimal,
): LongContextColumn {
  return tiers.map(({ aboveInputTokens, rates }) => ({
    aboveInputTokens,
    ...toRatesColumn(rates, unitSize),
  }))
}

export function toServiceTiersColumn(
  tiers: readonly TierRates[],
  unitSize: Decimal,
): ServiceTiersColumn {
  return tiers.map(({ serviceTier, rates, longContext }) => ({
    serviceTier,
    ...toRatesColumn(rates, unitSize),
    ...(longContext.length > 0 && { longContext: toLongContextColumn(longContext, unitSize) }),
  }))
}

/** Omits a rate for cache writes of one hour that is not published, as earlier versions did. */
function toRatesColumn(rates: Rates, unitSize: Decimal): RatesColumn {
  return {
    input: rateText(rates.input, unitSize),
    output: rateText(rates.output, unitSize),
    cacheRead: rateText(rates.cacheRead, unitSize),
    cacheWrite: rateText(rates.cacheWrite, unitSize),
    ...(rates.cacheWrite1h && { cacheWrite1h: rateText(rates.cacheWrite1h, unitSize) }),
  }
}

function rateText(rate: Decimal | null, unitSize: Decimal): string | null {
  return rate && toExactText(rate.times(unitSize))
}

/** Converts `HH:MM` or `HH:MM:SS` to minutes after midnight. Providers do not use seconds. */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
