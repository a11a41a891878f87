import { priceInForce } from '../../domain/cost.ts'
import { batchedByKey } from '../../platform/batching/batched.ts'
import { announceChange } from '../../platform/cache-events.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { pageOf } from '../../platform/http/list.ts'
import { newId } from '../../platform/id.ts'
import { CATALOG } from './catalog.ts'
import { canonicalProvider, normalizeName } from './names.ts'
import { type PriceRow, toCatalogPrice } from './price-row.ts'
import * as queries from './queries.ts'
import { ratesBody } from './rates-body.ts'
import type { ListServicesQuery, Service, ServiceList } from './schemas.ts'

export async function listServices(
  db: Db,
  query: ListServicesQuery,
  now: Date,
): Promise<ServiceList> {
  const filter = {
    provider: given(query.provider, canonicalProvider),
    serviceType: given(query.serviceType),
    isApi: query.isApi,
    search: given(query.search),
  }
  const { page, limit, offset } = pageOf(query)
  const { rows, total } = await queries.listEntries(db, filter, { limit, offset })
  return {
    data: await withPrices(db, rows, now),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  }
}

/** Treats an empty filter, as sent by a form, as absent. */
function given(text: string | undefined, clean = (value: string) => value.trim()) {
  return text === undefined || text.trim() === '' ? undefined : clean(text)
}

export async function getService(db: Db, id: string, now: Date): Promise<Service> {
  const entry = await queries.findActiveEntry(db, id)
  const [service] = entry ? await withPrices(db, [entry], now) : []
  return service ?? notFound('Service')
}

async function withPrices(
  db: Db,
  entries: readonly queries.EntryRow[],
  now: Date,
): Promise<Service[]> {
  const ids = entries.map(({ id }) => id)
  const pricesByEntry = Map.groupBy(
    await queries.listAcceptedPrices(db, ids),
    ({ entryId }) => entryId,
  )
  return entries.map((entry) => toService(entry, pricesByEntry.get(entry.id) ?? [], now))
}

function toService(entry: queries.EntryRow, rows: readonly PriceRow[], now: Date): Service {
  const prices = rows.map((row) => toCatalogPrice(row, entry.unitSize))
  const inForce = priceInForce(prices, now.getTime())
  const row = rows.find(({ id }) => id === inForce?.id)
  const { acceptsDateSuffix: _, unitSize: __, ...described } = entry
  return {
    ...described,
    ...ratesBody(entry, row),
    dailyWindow:
      row?.dailyFrom && row.dailyTo
        ? { from: row.dailyFrom.slice(0, 5), to: row.dailyTo.slice(0, 5) }
        : null,
    effectiveFrom: row?.effectiveFrom?.toISOString() ?? null,
  }
}

/** Returns active entries by id, with their rates in force now. */
export async function servicesById(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Service>> {
  const entries = ids.length === 0 ? [] : await queries.listActiveEntries(db, ids)
  return new Map((await withPrices(db, entries, now)).map((service) => [service.id, service]))
}

/** Like `getService`, with the number of prices that the entry has had so far; also in batches. */
export const findServiceWithVersion = batchedByKey(
  ({ id }: ServiceAt) => id,
  async (db: Db, asked: readonly ServiceAt[]) => {
    const ids = asked.map(({ id }) => id)
    const now = asked[0]?.now ?? new Date(0)
    const [services, versions] = await Promise.all([
      servicesById(db, ids, now),
      queries.countStartedPrices(db, ids, now),
    ])
    return ids.map((id) => {
      const service = services.get(id)
      return service && { service, version: versions.get(id) ?? 0 }
    })
  },
)

/** An entry, and the instant of its rates; one instant for a batch. */
type ServiceAt = { id: string; now: Date }

export type UsedPrice = {
  serviceId: string
  provider: string
  model: string
  effectiveFrom: Date | null
}

/** Returns the prices that costs were based on, by id, including prices of deactivated entries. */
export async function usedPricesById(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, UsedPrice>> {
  const rows = ids.length === 0 ? [] : await queries.listUsedPrices(db, ids)
  return new Map(rows.map(({ id, ...price }) => [id, price]))
}

/** Returns the active entry with this id, as the target of a mapping. */
export function findEntryById(db: Db | Tx, id: string) {
  return queries.findActiveEntry(db, id)
}

export type NewMapping = { provider: string; model: string; catalogEntryId: string }

/**
 * Maps a pair of names to a catalog entry for an organization and notifies every process. Returns
 * the mapping's id. The pair is stored as sent, except for case and surrounding spaces. Aliases are
 * not applied: an organization maps names from its own events.
 */
export async function upsertMapping(
  tx: Tx,
  organizationId: string,
  mapping: NewMapping,
  now: Date,
): Promise<string> {
  const id = await queries.upsertMapping(
    tx,
    organizationId,
    {
      id: newId(),
      provider: normalizeName(mapping.provider),
      model: normalizeName(mapping.model),
      catalogEntryId: mapping.catalogEntryId,
    },
    now,
  )
  await announceChange(tx, CATALOG)
  return id
}
