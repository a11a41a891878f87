import type { CatalogEntry } from '../../domain/cost.ts'
import type { CacheTopic } from '../../platform/cache-events.ts'
import type { Db } from '../../platform/database.ts'
import {
  type BookEntry,
  createPriceBook,
  type PriceBook,
  resolveForOrganization,
  withMappings,
} from './price-book.ts'
import { type PriceRow, toCatalogPrice } from './price-row.ts'
import * as queries from './queries.ts'

/** Cache invalidation topic for prices and mappings. */
export const CATALOG: CacheTopic = { name: 'catalog' }

/**
 * The price book of this process, with functions that reload it after another process changed the
 * catalog.
 */
export type Catalog = {
  /** The current book. It is replaced as a whole, so a caller may keep one for a batch. */
  readonly book: PriceBook
  resolve: (organizationId: string, provider: string, model: string) => CatalogEntry | undefined
  /** Returns `resolve` for one organization and the current book, for use in a batch. */
  findEntryFor: (
    organizationId: string,
  ) => (provider: string, model: string) => CatalogEntry | undefined
  /** Loads everything that was committed before the call. */
  refresh: () => Promise<void>
  /** Reloads only the mappings of organizations. */
  refreshMappings: () => Promise<void>
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
    if (newest === stamp) return readMappings()
    book = await loadPriceBook(db)
    stamp = newest
  }
  const readMappings = async () => {
    book = withMappings(book, await queries.allMappings(db))
  }
  return {
    get book() {
      return book
    },
    resolve: (organizationId, provider, model) =>
      resolveForOrganization(book, { organizationId, provider, model }),
    findEntryFor: (organizationId) => {
      const current = book
      return (provider, model) =>
        resolveForOrganization(current, { organizationId, provider, model })
    },
    refresh: () => inTurn(readAll),
    refreshMappings: () => inTurn(readMappings),
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
  const [entries, prices, mappings] = await Promise.all([
    queries.allEntries(db),
    queries.allAcceptedPrices(db),
    queries.allMappings(db),
  ])
  const pricesByEntry = Map.groupBy(prices, ({ entryId }) => entryId)
  return createPriceBook(
    entries.map((entry) => toBookEntry(entry, pricesByEntry.get(entry.id) ?? [])),
    mappings,
  )
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
