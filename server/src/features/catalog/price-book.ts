import type { CatalogEntry, ModelPrices } from '../../domain/cost.ts'
import type { OwnRate } from '../../domain/own-rates.ts'
import {
  canonicalProvider,
  normalizeName,
  withoutDateSuffix,
  withoutProviderPrefix,
} from './names.ts'

/** A catalog entry in the price book; only accepted prices, for one token or unit. */
export type BookEntry = CatalogEntry & { acceptsDateSuffix: boolean }

/** An organization's own mapping of a name pair that the catalog does not know. */
export type Mapping = {
  organizationId: string
  sourceProvider: string
  sourceModel: string
  catalogEntryId: string
}

/** An own rate of an organization, for a model or, without one, for a provider. */
export type BookRate = OwnRate & {
  organizationId: string
  provider: string
  model: string | null
}

type BookRates = {
  /** Pair of names → the rates of this model. */
  ofModel: ReadonlyMap<string, readonly BookRate[]>
  ofProvider: ReadonlyMap<string, readonly BookRate[]>
  /** Cached results by pair of names as sent; null caches a model without own rates. */
  memo: Map<string, ModelPrices | null>
}

/** What the catalog has for an organization beside the entries. */
export type OfOrganizations = { mappings: readonly Mapping[]; costRates: readonly BookRate[] }

/** All prices in memory. Immutable except for the memo; replaced whenever anything changes. */
export type PriceBook = {
  /** Number of entries. */
  size: number
  byId: ReadonlyMap<string, BookEntry>
  /** Canonical provider → canonical name → entry. */
  byName: ReadonlyMap<string, ReadonlyMap<string, BookEntry>>
  /** Organization → pair of names → entry. */
  mappings: ReadonlyMap<string, ReadonlyMap<string, BookEntry>>
  /** Organization → its own rates. */
  costRates: ReadonlyMap<string, BookRates>
  /** Cached results by names as sent; null caches a missing entry. */
  memo: Map<string, BookEntry | null>
}

/** Maximum number of cached results, and the maximum length of a cached name pair. */
const MEMO_SIZE = 20_000
const MEMO_KEY_LENGTH = 300

export function createPriceBook(
  entries: readonly BookEntry[],
  { mappings, costRates }: OfOrganizations,
): PriceBook {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const byName = new Map<string, Map<string, BookEntry>>()
  for (const entry of entries) {
    inner(byName, entry.provider).set(entry.canonicalName, entry)
  }
  return {
    size: byId.size,
    byId,
    byName,
    mappings: byOrganization(mappings, byId),
    costRates: ratesByOrganization(costRates),
    memo: new Map(),
  }
}

/** Returns the same prices with other mappings and own rates. */
export function withOrganizations(
  book: PriceBook,
  { mappings, costRates }: OfOrganizations,
): PriceBook {
  return {
    ...book,
    mappings: byOrganization(mappings, book.byId),
    costRates: ratesByOrganization(costRates),
  }
}

/** A pair of names, in lower case and without surrounding spaces, and the entry that prices it. */
export type MappedPair = { provider: string; model: string; entry: BookEntry }

/** Returns the same prices with another mapping of an organization. */
export function withMapped(
  book: PriceBook,
  organizationId: string,
  { provider, model, entry }: MappedPair,
): PriceBook {
  const own = new Map(book.mappings.get(organizationId))
  const rates = book.costRates.get(organizationId)
  return {
    ...book,
    mappings: new Map(book.mappings).set(organizationId, own.set(pairKey(provider, model), entry)),
    ...(rates && {
      costRates: new Map(book.costRates).set(organizationId, { ...rates, memo: new Map() }),
    }),
  }
}

/** Returns the same prices with another own rate of an organization. */
export function withCostRate(book: PriceBook, rate: BookRate): PriceBook {
  const { organizationId } = rate
  const known = book.costRates.get(organizationId)
  const others = known ? [...known.ofModel.values(), ...known.ofProvider.values()].flat() : []
  return {
    ...book,
    costRates: new Map(book.costRates).set(organizationId, bookRates([...others, rate])),
  }
}

function ratesByOrganization(rates: readonly BookRate[]): Map<string, BookRates> {
  const grouped = Map.groupBy(rates, ({ organizationId }) => organizationId)
  return new Map([...grouped].map(([organizationId, own]) => [organizationId, bookRates(own)]))
}

function bookRates(rates: readonly BookRate[]): BookRates {
  return {
    ofModel: Map.groupBy(
      rates.filter(({ model }) => model !== null),
      ({ provider, model }) => pairKey(provider, model ?? ''),
    ),
    ofProvider: Map.groupBy(
      rates.filter(({ model }) => model === null),
      ({ provider }) => provider,
    ),
    memo: new Map(),
  }
}

function byOrganization(
  mappings: readonly Mapping[],
  byId: ReadonlyMap<string, BookEntry>,
): Map<string, Map<string, BookEntry>> {
  const found = new Map<string, Map<string, BookEntry>>()
  for (const { organizationId, sourceProvider, sourceModel, catalogEntryId } of mappings) {
    const entry = byId.get(catalogEntryId)
    if (entry) inner(found, organizationId).set(pairKey(sourceProvider, sourceModel), entry)
  }
  return found
}

function inner<T>(outer: Map<string, Map<string, T>>, key: string): Map<string, T> {
  const known = outer.get(key)
  if (known) return known
  const made = new Map<string, T>()
  outer.set(key, made)
  return made
}

/** Builds a key that is unique for each pair, because names cannot contain NUL. */
function pairKey(provider: string, model: string): string {
  return `${provider}\u0000${model}`
}

type Asked = { organizationId: string; provider: string; model: string }

/**
 * Returns what prices a model for an organization: the entry that its names resolve to, with the own
 * rates of the organization. An own rate is for a model by its names in the catalog, or by exactly
 * the names that are sent, such as mapped ones.
 */
export function pricesForOrganization(book: PriceBook, asked: Asked): ModelPrices | undefined {
  const own = book.costRates.get(asked.organizationId)
  if (!own) return resolveForOrganization(book, asked)
  const key = pairKey(asked.provider, asked.model)
  const remembered = own.memo.get(key)
  if (remembered !== undefined) return remembered ?? undefined
  const found = withOwnRates(resolveForOrganization(book, asked), own, asked)
  remember(own.memo, key, found ?? null)
  return found
}

/**
 * Returns the names for an own rate of a model, by which all usage of the model finds it: those of
 * the catalog, but the names as sent if they are mapped or have own rates already.
 */
export function namesOfRate(
  book: PriceBook,
  asked: Asked,
): { provider: string; model: string; entry: BookEntry | undefined } {
  const entry = resolveForOrganization(book, asked)
  const isMapped = entry !== resolveEntry(book, asked.provider, asked.model)
  const names = {
    provider: canonicalProvider(asked.provider),
    model: normalizeName(asked.model),
  }
  const own = book.costRates.get(asked.organizationId)
  const hasOwn = own?.ofModel.has(pairKey(names.provider, names.model)) === true
  if (!entry || isMapped || hasOwn) return { ...names, entry }
  return { provider: entry.provider, model: entry.canonicalName, entry }
}

function withOwnRates(
  entry: BookEntry | undefined,
  { ofModel, ofProvider }: BookRates,
  asked: Asked,
): ModelPrices | undefined {
  const provider = canonicalProvider(asked.provider)
  const canonicalName = normalizeName(asked.model)
  const ofNames = ofModel.get(pairKey(provider, canonicalName))
  const ofEntry = entry && ofModel.get(pairKey(entry.provider, entry.canonicalName))
  if (!entry) {
    // A percentage off the rates of a model that has none is no price.
    const full = ofNames?.filter(({ rates }) => rates !== null) ?? []
    if (full.length === 0) return undefined
    const ownRates = { ofModel: full, ofProvider: [] }
    return { provider, canonicalName, isApi: false, prices: [], ownRates }
  }
  const ofItsProvider = ofProvider.get(entry.provider)
  if (!ofNames && !ofEntry && !ofItsProvider) return entry
  const ownRates = {
    ...(ofNames && ofNames !== ofEntry && { ofNames }),
    ofModel: ofEntry ?? [],
    ofProvider: ofItsProvider ?? [],
  }
  return { ...entry, ownRates }
}

/**
 * Returns the entry that prices a model for an organization. Its own mapping of exactly this name
 * pair takes precedence over the catalog.
 */
export function resolveForOrganization(
  book: PriceBook,
  { organizationId, provider, model }: Asked,
): BookEntry | undefined {
  const own = book.mappings.get(organizationId)
  const mapped = own?.get(pairKey(normalizeName(provider), normalizeName(model)))
  return mapped ?? resolveEntry(book, provider, model)
}

/**
 * Returns the entry for a pair of names, or undefined. Names must match exactly, except for:
 * - case and surrounding spaces;
 * - aliases of the provider;
 * - the provider's name in front of the model;
 * - a release date at the end, if the entry's source says that dates do not change the price.
 *
 * Deactivated entries resolve too: usage of a withdrawn model still has a cost.
 */
export function resolveEntry(
  book: PriceBook,
  provider: string,
  model: string,
): BookEntry | undefined {
  const key = pairKey(provider, model)
  const remembered = book.memo.get(key)
  if (remembered !== undefined) return remembered ?? undefined
  const found = lookUp(book, canonicalProvider(provider), normalizeName(model))
  remember(book.memo, key, found ?? null)
  return found
}

function remember<T>(memo: Map<string, T>, key: string, found: T): void {
  if (key.length > MEMO_KEY_LENGTH) return
  if (memo.size >= MEMO_SIZE) memo.clear()
  memo.set(key, found)
}

function lookUp(book: PriceBook, provider: string, name: string): BookEntry | undefined {
  const names = book.byName.get(provider)
  if (!names) return undefined
  return nameOrDated(names, name) ?? nameOrDated(names, withoutProviderPrefix(provider, name) ?? '')
}

function nameOrDated(names: ReadonlyMap<string, BookEntry>, name: string): BookEntry | undefined {
  const exact = names.get(name)
  if (exact) return exact
  const dated = names.get(withoutDateSuffix(name) ?? '')
  return dated?.acceptsDateSuffix ? dated : undefined
}
