import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import type { StoredRates } from './price-row.ts'

/** Rates are USD per `costUnit`. */
export type QuarantinedPrice = StoredRates & {
  id: string
  provider: string
  canonicalName: string
  costUnit: string
  serviceTiers: unknown
  source: string
  reason: string
  createdAt: Date
}

export async function listQuarantinedPrices(db: Db): Promise<QuarantinedPrice[]> {
  const rows = await db
    .selectFrom('catalogPrices as price')
    .innerJoin('catalogEntries as entry', 'entry.id', 'price.entryId')
    .select([
      'price.id',
      'entry.provider',
      'entry.canonicalName',
      'entry.costUnit',
      'price.inputRate',
      'price.outputRate',
      'price.cacheReadRate',
      'price.cacheWriteRate',
      'price.cacheWrite1hRate',
      'price.unitRate',
      'price.serviceTiers',
      'price.source',
      'price.quarantineReason as reason',
      'price.createdAt',
    ])
    .where('price.status', '=', sql.lit('quarantined'))
    .orderBy('price.createdAt')
    .orderBy('price.id')
    .execute()
  return rows.map((row) => ({ ...row, reason: row.reason ?? '' }))
}

/** A price that was or is quarantined, with its entry. */
export type HeldPrice = StoredRates & {
  id: string
  serviceId: string
  provider: string
  canonicalName: string
  isApi: boolean
  costUnit: string
  longContext: unknown
  serviceTiers: unknown
  source: string
  reason: string | null
  createdAt: Date
}

export function listHeldPrices(db: Db, ids: readonly string[]): Promise<HeldPrice[]> {
  return db
    .selectFrom('catalogPrices as price')
    .innerJoin('catalogEntries as entry', 'entry.id', 'price.entryId')
    .select([
      'price.id',
      'entry.id as serviceId',
      'entry.provider',
      'entry.canonicalName',
      'entry.isApi',
      'entry.costUnit',
      'price.inputRate',
      'price.outputRate',
      'price.cacheReadRate',
      'price.cacheWriteRate',
      'price.cacheWrite1hRate',
      'price.unitRate',
      'price.longContext',
      'price.serviceTiers',
      'price.source',
      'price.quarantineReason as reason',
      'price.createdAt',
    ])
    .where(sql<SqlBool>`price.id = any(${ids}::uuid[])`)
    .execute()
}

/** Returns false when no quarantined price has this id. An accepted price takes effect at `now`. */
export async function resolveQuarantined(
  tx: Tx,
  { id, status }: { id: string; status: 'accepted' | 'rejected' },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('catalogPrices')
    .set(status === 'accepted' ? { status, effectiveFrom: now } : { status })
    .where('id', '=', id)
    .where('status', '=', sql.lit('quarantined'))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function findPrice(tx: Tx, id: string) {
  return tx
    .selectFrom('catalogPrices')
    .select(['status', 'inputRate', 'unitRate'])
    .where('id', '=', id)
    .executeTakeFirst()
}
