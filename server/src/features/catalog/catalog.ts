import type { CatalogEntry, ModelPrices } from '../../domain/cost.ts'
import type { CacheTopic } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'
import { allCostRates } from './cost-rates/queries.ts'
import {
  type BookEntry,
  type BookRate,
  createPriceBook,
  type MappedPair,
  type OfOrganizations,
  type PriceBook,
  pricesForOrganization,
  resolveForOrganization,
  withCostRate,
  withMapped,
  withOrganizations,
} from './price-book.ts'
import { type PriceRow, toCatalogPrice } from './price-row.ts'
import * as queries from './queries.ts'

/** Cache invalidation topic for prices and mappings. */
export const CATALOG: CacheTopic = { name: 'catalog' }

type Unsaved = { mapped: MappedPair } | { costRate: BookRate }

/**
 * The price book of this process, with functions that reload it after another process changed the
 * catalog.
 */
export type Catalog = {
  /** The current book. It is replaced as a whole, so a caller may keep one for a batch. */
  readonly book: PriceBook
  /** Returns the catalog entry that the names of a model resolve to. */
  resolve: (organizationId: string, provider: string, model: string) => CatalogEntry | undefined
  /**
   * Returns what prices a model for the organization, by the current book, for use in a batch.
   * `unsaved` is a mapping or an own rate that is not stored yet.
   */
  findPricesFor: (
    organizationId: string,
    unsaved?: Unsaved,
  ) => (provider: string, model: string) => ModelPrices | undefined
  /** Loads everything that was committed before the call. */
  refresh: () => Promise<void>
  /** Reloads only the mappings and the own rates of organizations. */
  refreshOrganizations: () => Promise<void>
}

/**
 * Loads the catalog into memory. Call `loadSnapshot` first, or a new database has an empty catalog.
 */
export async function createCatalog(db: Db): Promise<Catalog> {
  let stamp = await queries.catalogStamp(db)
  let book = await loadPriceBook(db)
  const inTurn = createTurns()
  const readAll = async () => {
    // Read before the book: a change in between is reloaded next time and never missed.
    const newest = await queries.catalogStamp(db)
    if (newest === stamp) return readOrganizations()
    book = await loadPriceBook(db)
    stamp = newest
  }
  const readOrganizations = async () => {
    book = withOrganizations(book, await loadOrganizations(db))
  }
  const withUnsaved = (organizationId: string, unsaved: Unsaved) =>
    'mapped' in unsaved
      ? withMapped(book, organizationId, unsaved.mapped)
      : withCostRate(book, unsaved.costRate)
  return {
    get book() {
      return book
    },
    resolve: (organizationId, provider, model) =>
      resolveForOrganization(book, { organizationId, provider, model }),
    findPricesFor: (organizationId, unsaved) => {
      const current = unsaved ? withUnsaved(organizationId, unsaved) : book
      return (provider, model) =>
        pricesForOrganization(current, { organizationId, provider, model })
    },
    refresh: () => inTurn(readAll),
    refreshOrganizations: () => inTurn(readOrganizations),
  }
}

/**
 * Runs tasks one after another, because a slow older read must not replace a newer result. Calls
 * for a task that is already queued share its run.
 */
function createTurns(): (task: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve()
  const waiting = new Map<() => Promise<void>, Promise<void>>()
  return (task) => {
    const queued = waiting.get(task)
    if (queued) return queued
    const turn = last.then(() => {
      waiting.delete(task)
      return task()
    })
    waiting.set(task, turn)
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Loads all entries with their accepted prices, including deactivated entries. */
export async function loadPriceBook(db: Db): Promise<PriceBook> {
  const [entries, prices, ofOrganizations] = await Promise.all([
    queries.allEntries(db),
    queries.allAcceptedPrices(db),
    loadOrganizations(db),
  ])
  const pricesByEntry = Map.groupBy(prices, ({ entryId }) => entryId)
  return createPriceBook(
    entries.map((entry) => toBookEntry(entry, pricesByEntry.get(entry.id) ?? [])),
    ofOrganizations,
  )
}

async function loadOrganizations(db: Db): Promise<OfOrganizations> {
  const [mappings, costRates] = await Promise.all([queries.allMappings(db), allCostRates(db)])
  return { mappings, costRates }
}

function toBookEntry(entry: queries.EntryRow, prices: readonly PriceRow[]): BookEntry {
  return {
    id: entry.id,
    provider: entry.provider,
    canonicalName: entry.canonicalName,
    isApi: entry.isApi,
    acceptsDateSuffix: entry.acceptsDateSuffix,
    prices: prices.map((price) => toCatalogPrice(price, entry.unitSize)),
  }
}
