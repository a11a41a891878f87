import { decimal } from '../../domain/money.ts'
import { type BookEntry, createPriceBook, type PriceBook } from './price-book.ts'
import { type PriceRow, type StoredRates, toCatalogPrice } from './price-row.ts'
import type { EntryRow } from './queries.ts'
import { readBundledEntries } from './snapshot/load.ts'
import type { BundledEntry, BundledPrice } from './snapshot/plan.ts'

/** Returns the bundled price list as a price book, without a database. Ids are `provider/name`. */
export function bundledPriceBook(): PriceBook {
  return createPriceBook(readBundledEntries().map(toBookEntry), { mappings: [], costRates: [] })
}

export function toBookEntry(entry: BundledEntry): BookEntry {
  const { provider, canonicalName, isApi, acceptsDateSuffix, unitSize, prices } = entry
  const id = `${provider}/${canonicalName}`
  return {
    id,
    provider,
    canonicalName,
    isApi,
    acceptsDateSuffix,
    prices: prices.map((price, index) =>
      toCatalogPrice(aPriceRow({ id: `${id} ${index}`, entryId: id, ...price }), unitSize),
    ),
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

/** Builds an undated price without rates, with the given overrides. */
export function aBundledPrice(given: Partial<BundledPrice> = {}): BundledPrice {
  return {
    effectiveFrom: null,
    dailyFrom: null,
    dailyTo: null,
    longContext: [],
    serviceTiers: [],
    ...NO_RATES,
    ...given,
  }
}

export function aPriceRow(given: Partial<PriceRow>): PriceRow {
  return {
    id: 'price',
    entryId: 'entry',
    source: 'curated',
    status: 'accepted',
    quarantineReason: null,
    createdAt: new Date('2026-01-01T00:00:00Z'),
    ...aBundledPrice(),
    ...given,
  }
}

/** Builds a language model priced per million tokens, with the given overrides. */
export function anEntryRow(given: Partial<EntryRow> = {}): EntryRow {
  return {
    id: 'entry',
    externalId: 'openai/gpt-4o',
    provider: 'openai',
    canonicalName: 'gpt-4o',
    displayName: 'GPT-4o',
    serviceType: 'LLM',
    isApi: false,
    costUnit: 'per million tokens',
    unitSize: decimal('1000000'),
    contextWindow: null,
    acceptsDateSuffix: false,
    source: 'curated',
    isActive: true,
    ...given,
  }
}
