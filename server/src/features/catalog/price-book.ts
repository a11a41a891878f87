import type { CatalogEntry } from '../../domain/cost.ts'
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

/** All prices in memory. Immutable except for the memo; replaced whenever anything changes. */
export type PriceBook = {
  /** Number of entries. */
  size: number
  byId: ReadonlyMap<string, BookEntry>
  /** Canonical provider → canonical name → entry. */
  byName: ReadonlyMap<string, ReadonlyMap<string, BookEntry>>
  /** Organization → pair of names → entry. */
  mappings: ReadonlyMap<string, ReadonlyMap<string, BookEntry>>
  /** Cached results by names as sent; null caches a missing entry. */
  memo: Map<string, BookEntry | null>
}

/** Maximum number of cached results, and the maximum length of a cached name pair. */
const MEMO_SIZE = 20_000
const MEMO_KEY_LENGTH = 300

export function createPriceBook(
  entries: readonly BookEntry[],
  mappings: readonly Mapping[],
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
    memo: new Map(),
  }
}

/** Returns the same prices with other mappings. */
export function withMappings(book: PriceBook, mappings: readonly Mapping[]): PriceBook {
  return { ...book, mappings: byOrganization(mappings, book.byId) }
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

/**
 * Returns the entry that prices a model for an organization. Its own mapping of exactly this name
 * pair takes precedence over the catalog.
 */
export function resolveForOrganization(
  book: PriceBook,
  { organizationId, provider, model }: { organizationId: string; provider: string; model: string },
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
  if (key.length <= MEMO_KEY_LENGTH) {
    if (book.memo.size >= MEMO_SIZE) book.memo.clear()
    book.memo.set(key, found ?? null)
  }
  return found
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
