import { sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { contains, listPage, type Slice } from '../../platform/list.ts'
import type { Mapping } from './price-book.ts'
import type { PriceRow, Source } from './price-row.ts'

/** A row of `catalog_entries`. `unitSize` is the number of tokens or units that one rate covers. */
export type EntryRow = {
  id: string
  externalId: string
  provider: string
  canonicalName: string
  displayName: string
  serviceType: string
  isApi: boolean
  costUnit: string
  unitSize: Decimal
  contextWindow: number | null
  acceptsDateSuffix: boolean
  source: Source
  isActive: boolean
}

const entryColumns = [
  'id',
  'externalId',
  'provider',
  'canonicalName',
  'displayName',
  'serviceType',
  'isApi',
  'costUnit',
  'unitSize',
  'contextWindow',
  'acceptsDateSuffix',
  'source',
  'isActive',
] as const

const priceColumns = [
  'id',
  'entryId',
  'effectiveFrom',
  'dailyFrom',
  'dailyTo',
  'inputRate',
  'outputRate',
  'cacheReadRate',
  'cacheWriteRate',
  'cacheWrite1hRate',
  'unitRate',
  'longContext',
  'serviceTiers',
  'source',
  'status',
  'quarantineReason',
  'createdAt',
] as const

const selectEntries = (db: Db) => db.selectFrom('catalogEntries').select(entryColumns)

/** Filters a list of active entries; all given conditions must hold. */
export type EntryFilter = {
  provider?: string | undefined
  serviceType?: string | undefined
  isApi?: boolean | undefined
  search?: string | undefined
}

export function listEntries(
  db: Db,
  { provider, serviceType, isApi, search }: EntryFilter,
  page: Slice,
): Promise<{ rows: EntryRow[]; total: number }> {
  let entries = selectEntries(db).where('isActive', '=', sql.lit(true))
  if (provider !== undefined) entries = entries.where('provider', '=', provider)
  if (isApi !== undefined) entries = entries.where('isApi', '=', isApi)
  if (serviceType !== undefined) {
    entries = entries.where(sql`lower(service_type)`, '=', serviceType.toLowerCase())
  }
  if (search !== undefined) {
    entries = entries
      .where(contains(['canonicalName', 'displayName'], search))
      .orderBy(nearnessTo(search))
  }
  return listPage(entries.orderBy('provider'), {
    ...page,
    orderBy: sql`canonical_name`,
    sortOrder: 'asc',
  })
}

/** Orders the model with exactly this name before those whose names begin with it, and these before others. */
function nearnessTo(search: string) {
  const name = sql`lower(canonical_name)`
  const wanted = sql`lower(${search}::text)`
  return sql`case when ${name} = ${wanted} then 1 when starts_with(${name}, ${wanted}) then 2 else 3 end`
}

/** Finds an active entry. Deactivated entries are hidden, and nothing new may refer to them. */
export function findActiveEntry(db: Db | Tx, id: string) {
  return selectEntries(db)
    .where('id', '=', id)
    .where('isActive', '=', sql.lit(true))
    .executeTakeFirst()
}

export function listActiveEntries(db: Db, ids: readonly string[]) {
  return selectEntries(db)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('isActive', '=', sql.lit(true))
    .execute()
}

/** Returns the entry of each price and the date from which the price is in force. */
export function listUsedPrices(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('catalogPrices as price')
    .innerJoin('catalogEntries as entry', 'entry.id', 'price.entryId')
    .select([
      'price.id',
      'price.effectiveFrom',
      'entry.id as serviceId',
      'entry.provider',
      'entry.canonicalName as model',
    ])
    .where(sql<boolean>`price.id = any(${ids}::uuid[])`)
    .execute()
}

export function listAcceptedPrices(db: Db, entryIds: readonly string[]) {
  return db
    .selectFrom('catalogPrices')
    .select(priceColumns)
    .where(sql<boolean>`entry_id = any(${entryIds}::uuid[])`)
    .where('status', '=', sql.lit('accepted'))
    .execute()
}

/** Returns the number of accepted prices that have started, by entry. */
export async function countStartedPrices(
  db: Db,
  entryIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ entryId: string; count: number }>`
    select entry_id, count(*)::int as count from catalog_prices
    where entry_id = any(${entryIds}::uuid[]) and status = 'accepted'
      and coalesce(effective_from, '-infinity') <= ${now}::timestamptz
    group by entry_id`.execute(db)
  return new Map(rows.map(({ entryId, count }) => [entryId, count]))
}

/** Lists the whole catalog, for the price book and for comparison with a source. */
export function allEntries(db: Db | Tx): Promise<EntryRow[]> {
  return selectEntries(db).execute()
}

export function allAcceptedPrices(db: Db | Tx): Promise<PriceRow[]> {
  return db
    .selectFrom('catalogPrices')
    .select(priceColumns)
    .where('status', '=', sql.lit('accepted'))
    .execute()
}

/** Lists all prices, including quarantined and rejected ones. */
export function allPrices(db: Db | Tx): Promise<PriceRow[]> {
  return db.selectFrom('catalogPrices').select(priceColumns).execute()
}

/**
 * Returns a text that changes whenever the price book's catalog data change. Entries and prices are
 * only added, a price is accepted once, and changing an entry updates its `updated_at`.
 */
export async function catalogStamp(db: Db): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(' ',
      (select concat_ws(' ', count(*), max(updated_at)) from catalog_entries),
      (select count(*) from catalog_prices where status = 'accepted')) as stamp`.execute(db)
  return rows[0]?.stamp ?? ''
}

/**
 * Lists the mappings of all organizations; the price book holds all of them, because they are few.
 */
export function allMappings(db: Db): Promise<Mapping[]> {
  return db.selectFrom('costModelMappings').select(mappingColumns).execute()
}

const mappingColumns = [
  'organizationId',
  'sourceProvider',
  'sourceModel',
  'catalogEntryId',
] as const

/** Adds a mapping or replaces the one for this pair; returns its id. */
export async function upsertMapping(
  tx: Tx,
  organizationId: string,
  mapping: { id: string; provider: string; model: string; catalogEntryId: string },
  now: Date,
): Promise<string> {
  const { id } = await tx
    .insertInto('costModelMappings')
    .values({
      id: mapping.id,
      organizationId,
      sourceProvider: mapping.provider,
      sourceModel: mapping.model,
      catalogEntryId: mapping.catalogEntryId,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'sourceProvider', 'sourceModel']).doUpdateSet({
        catalogEntryId: mapping.catalogEntryId,
        updatedAt: now,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Allows one sync or snapshot at a time across processes; others wait until it commits. */
export async function lockCatalog(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('piecework catalog'))`.execute(tx)
}
