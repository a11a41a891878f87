import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { LongContextColumn, ServiceTiersColumn } from './column-schemas.ts'
import type { Source, StoredRates } from './price-row.ts'
import type { EntryRow } from './queries.ts'

export type NewEntry = Omit<EntryRow, 'isActive' | 'source'>

/** A price to store; times of day are in UTC. */
export type NewPrice = StoredRates & {
  id: string
  entryId: string
  effectiveFrom: Date | null
  dailyFrom: string | null
  dailyTo: string | null
  longContext: LongContextColumn
  serviceTiers: ServiceTiersColumn
}

/** The fields of an entry that may change: how it is displayed and found. */
export type Description = Pick<
  EntryRow,
  'id' | 'displayName' | 'contextWindow' | 'acceptsDateSuffix'
>

/** Keeps the parameters of a statement far below PostgreSQL's limit of 65,535. */
const ROWS_PER_STATEMENT = 1_000

function chunksOf<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / ROWS_PER_STATEMENT)
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  )
}

export async function insertEntries(
  tx: Tx,
  entries: readonly NewEntry[],
  { source, now }: { source: Source; now: Date },
): Promise<void> {
  for (const chunk of chunksOf(entries)) {
    await tx
      .insertInto('catalogEntries')
      .values(
        chunk.map((entry) => ({
          ...entry,
          source,
          isActive: true,
          createdAt: now,
          updatedAt: now,
        })),
      )
      .execute()
  }
}

/** Inserts prices; those with a reason are quarantined, the others are accepted. */
export async function insertPrices(
  tx: Tx,
  prices: readonly (NewPrice & { quarantineReason?: string | undefined })[],
  { source, now }: { source: Source; now: Date },
): Promise<void> {
  for (const chunk of chunksOf(prices)) {
    await tx
      .insertInto('catalogPrices')
      .values(
        chunk.map((price) => ({
          ...price,
          longContext: JSON.stringify(price.longContext),
          serviceTiers: JSON.stringify(price.serviceTiers),
          source,
          status: price.quarantineReason === undefined ? 'accepted' : 'quarantined',
          quarantineReason: price.quarantineReason ?? null,
          createdAt: now,
        })),
      )
      .execute()
  }
}

/** Updates only descriptions: an entry's provider, name and unit never change. */
export async function updateDescriptions(
  tx: Tx,
  descriptions: readonly Description[],
  now: Date,
): Promise<void> {
  if (descriptions.length === 0) return
  await sql`
    update catalog_entries as entry
    set display_name = news.display_name, context_window = news.context_window,
      accepts_date_suffix = news.accepts_date_suffix, updated_at = ${now}::timestamptz
    from unnest(
      ${descriptions.map(({ id }) => id)}::uuid[],
      ${descriptions.map(({ displayName }) => displayName)}::text[],
      ${descriptions.map(({ contextWindow }) => contextWindow)}::integer[],
      ${descriptions.map(({ acceptsDateSuffix }) => acceptsDateSuffix)}::boolean[]
    ) as news (id, display_name, context_window, accepts_date_suffix)
    where entry.id = news.id`.execute(tx)
}

/**
 * Activates or deactivates entries. Deactivated entries are hidden; their prices still cost usage
 * that names them.
 */
export async function setActive(
  tx: Tx,
  { ids, isActive }: { ids: readonly string[]; isActive: boolean },
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('catalogEntries')
    .set({ isActive, updatedAt: now })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}
