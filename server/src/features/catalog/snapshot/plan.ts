import { type Decimal, decimal, toExactText } from '../../../domain/money.ts'
import { newId } from '../../../platform/id.ts'
import type { LongContextColumn, RatesColumn } from '../column-schemas.ts'
import {
  type PriceRow,
  parseLongContext,
  parseServiceTiers,
  type StoredRates,
} from '../price-row.ts'
import type { EntryRow } from '../queries.ts'
import type { Description, NewEntry, NewPrice } from '../write-queries.ts'
import type { SnapshotModel, SnapshotPrice, SnapshotService } from './schemas.ts'

export type BundledPrice = Omit<NewPrice, 'id' | 'entryId'>
export type BundledEntry = Omit<EntryRow, 'id' | 'source' | 'isActive'> & {
  prices: readonly BundledPrice[]
}

const TOKENS_PER_UNIT = decimal('1000000')

export function toBundledModel(model: SnapshotModel): BundledEntry {
  return {
    externalId: model.externalId,
    provider: model.provider,
    canonicalName: model.name,
    displayName: model.displayName,
    serviceType: 'LLM',
    isApi: false,
    costUnit: 'per million tokens',
    unitSize: TOKENS_PER_UNIT,
    contextWindow: model.contextWindow ?? null,
    acceptsDateSuffix: model.acceptsDateSuffix ?? false,
    prices: model.prices.map(toBundledPrice),
  }
}

export function toBundledService(service: SnapshotService): BundledEntry {
  return {
    externalId: `${service.provider}/${service.name}`,
    provider: service.provider,
    canonicalName: service.name,
    displayName: service.displayName,
    serviceType: service.serviceType,
    isApi: true,
    costUnit: service.costUnit,
    unitSize: decimal(service.unitSize),
    contextWindow: null,
    acceptsDateSuffix: false,
    prices: [{ ...ALWAYS, ...NO_RATES, unitRate: decimal(service.rate) }],
  }
}

const NO_RATES: StoredRates = {
  inputRate: null,
  outputRate: null,
  cacheReadRate: null,
  cacheWriteRate: null,
  cacheWrite1hRate: null,
  unitRate: null,
}
const ALWAYS = {
  effectiveFrom: null,
  dailyFrom: null,
  dailyTo: null,
  longContext: [],
  serviceTiers: [],
}

function toBundledPrice(price: SnapshotPrice): BundledPrice {
  return {
    effectiveFrom: price.effectiveFrom ? new Date(price.effectiveFrom) : null,
    dailyFrom: price.daily?.from ?? null,
    dailyTo: price.daily?.to ?? null,
    inputRate: rate(price.input),
    outputRate: rate(price.output),
    cacheReadRate: rate(price.cacheRead),
    cacheWriteRate: rate(price.cacheWrite),
    cacheWrite1hRate: rate(price.cacheWrite1h),
    unitRate: null,
    longContext: price.longContext ?? [],
    serviceTiers: price.serviceTiers ?? [],
  }
}

function rate(text: string | undefined): Decimal | null {
  return text === undefined ? null : decimal(text)
}

type Stored = { entries: readonly EntryRow[]; prices: readonly PriceRow[] }
export type SnapshotPlan = {
  newEntries: NewEntry[]
  descriptions: Description[]
  newPrices: NewPrice[]
}

/** Computes what must be added to the stored catalog to include the bundled list. */
export function planSnapshot(
  stored: Stored,
  bundled: readonly BundledEntry[],
  now: Date,
): SnapshotPlan {
  const entryByName = new Map(stored.entries.map((entry) => [nameKey(entry), entry]))
  const pricesByEntry = Map.groupBy(stored.prices, ({ entryId }) => entryId)
  const plan: SnapshotPlan = { newEntries: [], descriptions: [], newPrices: [] }
  for (const entry of bundled) {
    const known = entryByName.get(nameKey(entry))
    if (!known) {
      const { prices, ...described } = entry
      const id = newId()
      plan.newEntries.push({ id, ...described })
      plan.newPrices.push(...prices.map((price) => ({ id: newId(), entryId: id, ...price })))
      continue
    }
    if (isDescribedDifferently(known, entry)) {
      const { displayName, contextWindow, acceptsDateSuffix } = entry
      plan.descriptions.push({ id: known.id, displayName, contextWindow, acceptsDateSuffix })
    }
    plan.newPrices.push(...missingPrices(known, pricesByEntry.get(known.id) ?? [], entry, now))
  }
  return plan
}

function nameKey({ provider, canonicalName }: Pick<EntryRow, 'provider' | 'canonicalName'>) {
  return `${provider}\u0000${canonicalName}`
}

function isDescribedDifferently(known: EntryRow, entry: BundledEntry): boolean {
  return (
    known.displayName !== entry.displayName ||
    known.contextWindow !== entry.contextWindow ||
    known.acceptsDateSuffix !== entry.acceptsDateSuffix
  )
}

/**
 * Returns the bundled prices that a known entry lacks. Stored price rows are history and never
 * change. A different bundled price becomes a new row, effective from its published start,
 * otherwise from now. If a sync stored the current price, only prices with a published start are
 * added.
 */
function missingPrices(
  known: EntryRow,
  rows: readonly PriceRow[],
  { unitSize, isApi, prices }: BundledEntry,
  now: Date,
): NewPrice[] {
  // Rates in another unit would be wrong by a factor; a service with a new unit gets a new name.
  if (!known.unitSize.eq(unitSize) || known.isApi !== isApi) return []
  const toNewPrice = (price: BundledPrice) => ({ id: newId(), entryId: known.id, ...price })
  const startKeys = new Set(rows.map(startKey))
  const published = prices.filter(
    (price) => price.effectiveFrom !== null && !startKeys.has(startKey(price)),
  )
  const inForce = groupInForce([...rows, ...published], now)
  const isSynced = inForce.some((price) => 'source' in price && price.source !== 'curated')
  const bundledGroup = groupInForce(prices, now)
  if (isSynced || isSameGroup(inForce, bundledGroup)) return published.map(toNewPrice)
  const corrections = bundledGroup.map((price) => ({ ...price, effectiveFrom: now }))
  return [...published, ...corrections].map(toNewPrice)
}

type Timed = Pick<BundledPrice, 'effectiveFrom' | 'dailyFrom'>

function startKey({ effectiveFrom, dailyFrom }: Timed): string {
  return `${effectiveFrom?.toISOString() ?? ''} ${dailyFrom?.slice(0, 5) ?? ''}`
}

/**
 * Returns the prices of the latest start that has passed, for the whole day and for hours of it.
 */
function groupInForce<T extends Timed>(prices: readonly T[], now: Date): T[] {
  const startOf = ({ effectiveFrom }: T) => effectiveFrom?.getTime() ?? Number.NEGATIVE_INFINITY
  const starts = prices.map(startOf).filter((start) => start <= now.getTime())
  const newest = Math.max(...starts)
  return prices.filter((price) => startOf(price) === newest)
}

type Rated = StoredRates & Pick<PriceRow, 'dailyFrom' | 'dailyTo' | 'longContext' | 'serviceTiers'>

function isSameGroup(a: readonly (Rated & Timed)[], b: readonly (Rated & Timed)[]): boolean {
  const signature = (prices: readonly Rated[]) => prices.map(rateSignature).sort().join()
  return signature(a) === signature(b)
}

/** Returns a text of everything that a price charges; the order of its service tiers does not matter. */
function rateSignature(price: Rated): string {
  const { longContext, serviceTiers } = price
  const id = 'of the snapshot'
  const tiers = parseServiceTiers({ id, serviceTiers })
  return JSON.stringify([
    price.dailyFrom?.slice(0, 5),
    price.dailyTo?.slice(0, 5),
    price.inputRate,
    price.outputRate,
    price.cacheReadRate,
    price.cacheWriteRate,
    price.cacheWrite1hRate,
    price.unitRate,
    parseLongContext({ id, longContext }).map(levelSignature),
    tiers
      .map((tier) => [
        tier.serviceTier,
        ...ratesSignature(tier),
        tier.longContext.map(levelSignature),
      ])
      .sort(),
  ])
}

function levelSignature({ aboveInputTokens, ...rates }: LongContextColumn[number]) {
  return [aboveInputTokens, ...ratesSignature(rates)]
}

function ratesSignature(rates: RatesColumn) {
  const { input, output, cacheRead, cacheWrite, cacheWrite1h } = rates
  return [input, output, cacheRead, cacheWrite, cacheWrite1h].map(exact)
}

/** Normalizes a number, because jsonb keeps trailing zeros. */
function exact(rate: string | null | undefined): string | null {
  return rate == null ? null : toExactText(decimal(rate))
}
