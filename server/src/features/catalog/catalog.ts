import type { CatalogEntry } from '../../domain/cost.ts'
import type { CachedThing } from '../../platform/cache-events.ts'
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

/** The prices, and the mappings of organizations. */
export const CATALOG: CachedThing = { name: 'catalog' }

/** The price book of this process, and how to renew it when another process changes the catalog. */
export type Catalog = {
  /** What is in force now; replaced as a whole, so a caller may keep one for a batch. */
  readonly book: PriceBook
  resolve: (organizationId: string, provider: string, model: string) => CatalogEntry | undefined
  /** `resolve` for one organization and the book as it is now, for a batch. */
  findEntryFor: (
    organizationId: string,
  ) => (provider: string, model: string) => CatalogEntry | undefined
  /** Sees to it that everything committed before the call is in the book. */
  refresh: () => Promise<void>
  /** Reads only the organizations' mappings again. */
  refreshMappings: () => Promise<void>
}

/** Reads the catalog and keeps it. Call `loadSnapshot` before, or it is empty on a new database. */
export async function createCatalog(db: Db): Promise<Catalog> {
  let stamp = await queries.catalogStamp(db)
  let book = await loadPriceBook(db)
  const inTurn = createTurns()
  const readAll = async () => {
    // Asked before reading: what changes in between is read again next time, never missed.
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
 * Runs one task after the other, because a slow older read must not replace what a newer one found.
 * A task that waits for its turn serves everyone who asks for it until then.
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

/** Every entry with its accepted prices, also those that are deactivated. */
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
