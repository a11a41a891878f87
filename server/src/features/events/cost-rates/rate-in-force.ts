import {
  type CatalogPrice,
  type ChosenRates,
  type ModelPrices,
  type Rates,
  ratesInForce,
} from '../../../domain/cost.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { dateProblem, parseSentDate } from '../../../platform/dates/sent-date.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { TOKENS_PER_RATE } from '../../catalog/cost-rates/cost-rate.ts'
import { canonicalProvider, normalizeName } from '../../catalog/names.ts'
import { tierNamed } from '../../usage/batch/parse-record.ts'
import { rateText } from './body.ts'
import { findCostRate } from './cost-rates.ts'
import type { RateInForce, RateInForceQuery } from './schemas.ts'

/** Returns what prices usage of a model on a date. */
export async function getRateInForce(
  { db, catalog }: { db: Db; catalog: Catalog },
  { organizationId, query }: { organizationId: string; query: RateInForceQuery },
  now: Date,
): Promise<RateInForce> {
  const usedAt = sentDate(query.date) ?? now.getTime()
  const serviceTier = query.serviceTier === undefined ? null : tierNamed(query.serviceTier)
  await catalog.refresh()
  const { modelProvider: provider, model } = query
  const prices = catalog.findPricesFor(organizationId)(provider, model)
  const entry = catalog.resolve(organizationId, provider, model)
  const ratesFor = (inputTokens: number) =>
    prices && ratesInForce(prices, { serviceTier, inputTokens, calls: 1 }, usedAt)
  const chosen = ratesFor(0)
  const own = chosen?.own && { organizationId, id: chosen.own.id }
  return {
    source: sourceOf(chosen),
    ...namesOf(prices, query),
    serviceTier,
    date: new Date(usedAt).toISOString(),
    costRate: (own && (await findCostRate(db, own))) ?? null,
    serviceId: entry?.id ?? null,
    isTierUnpriced: chosen?.isTierUnpriced ?? false,
    rates: chosen ? toRates(chosen) : null,
    longContext: longContextOf(chosen?.price, ratesFor),
  }
}

function sentDate(date: string | undefined): number | undefined {
  if (date === undefined) return undefined
  const at = parseSentDate(date)
  if (at === undefined) throw new AppError('invalid', [dateProblem('date', date)])
  return at
}

function sourceOf(chosen: ChosenRates | undefined): RateInForce['source'] {
  if (!chosen) return 'none'
  return chosen.own ? 'cost_rate' : 'catalog'
}

function namesOf(prices: ModelPrices | undefined, { modelProvider, model }: RateInForceQuery) {
  return {
    modelProvider: prices?.provider ?? canonicalProvider(modelProvider),
    model: prices?.canonicalName ?? normalizeName(model),
  }
}

/** Returns the rates of what is priced: of tokens, or of units. */
function toRates({
  rates,
  isApi,
}: Pick<ChosenRates, 'rates' | 'isApi'>): NonNullable<RateInForce['rates']> {
  const perMillion = (rate: Decimal | null) =>
    isApi ? null : rateText(rate?.times(TOKENS_PER_RATE) ?? null)
  return {
    inputCost: perMillion(rates.input),
    outputCost: perMillion(rates.output),
    cacheReadCost: perMillion(rates.cacheRead),
    cacheWriteCost: perMillion(rates.cacheWrite),
    cacheWrite1hCost: perMillion(rates.cacheWrite1h),
    unitCost: isApi ? rateText(rates.unit) : null,
  }
}

/** Returns the rates above each threshold at which they change. */
function longContextOf(
  price: CatalogPrice | undefined,
  ratesFor: (inputTokens: number) => ChosenRates | undefined,
): RateInForce['longContext'] {
  if (!price) return []
  const tiers = [price, ...price.serviceTiers].flatMap(({ longContext }) => longContext)
  const thresholds = [...new Set(tiers.map(({ aboveInputTokens }) => aboveInputTokens))]
  return thresholds
    .toSorted((a, b) => a - b)
    .flatMap((aboveInputTokens) => {
      const [below, above] = [ratesFor(aboveInputTokens), ratesFor(aboveInputTokens + 1)]
      if (!below || !above || hasEqualRates(below.rates, above.rates)) return []
      return [{ aboveInputTokens, rates: toRates(above) }]
    })
}

function hasEqualRates(one: Rates, other: Rates): boolean {
  const texts = (rates: Rates) => JSON.stringify(Object.values(rates).map((rate) => rateText(rate)))
  return texts(one) === texts(other)
}
