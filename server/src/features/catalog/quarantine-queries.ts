import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import type { RateTexts } from './price-row.ts'

/** Rates are USD per `costUnit`. */
export type QuarantinedPrice = RateTexts & {
  id: string
  provider: string
  canonicalName: string
  costUnit: string
  source: string
  reason: string
  createdAt: Date
}

export async function listQuarantinedPrices(db: Db): Promise<QuarantinedPrice[]> {
  const rows = await db
    .selectFrom('catalog_prices as price')
    .innerJoin('catalog_entries as entry', 'entry.id', 'price.entry_id')
    .select([
      'price.id',
      'entry.provider',
      'entry.canonical_name as canonicalName',
      'entry.cost_unit as costUnit',
      'price.input_rate as inputRate',
      'price.output_rate as outputRate',
      'price.cache_read_rate as cacheReadRate',
      'price.cache_write_rate as cacheWriteRate',
      'price.unit_rate as unitRate',
      'price.source',
      'price.quarantine_reason as reason',
      'price.created_at as createdAt',
    ])
    .where('price.status', '=', sql.lit('quarantined'))
    .orderBy('price.created_at')
    .orderBy('price.id')
    .execute()
  return rows.map((row) => ({ ...row, reason: row.reason ?? '' }))
}

/** False when no price with this id waits in quarantine. An accepted price counts from now. */
export async function resolveQuarantined(
  tx: Tx,
  { id, status }: { id: string; status: 'accepted' | 'rejected' },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('catalog_prices')
    .set(status === 'accepted' ? { status, effective_from: now } : { status })
    .where('id', '=', id)
    .where('status', '=', sql.lit('quarantined'))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function findPrice(tx: Tx, id: string) {
  return tx
    .selectFrom('catalog_prices')
    .select(['status', 'input_rate as inputRate', 'unit_rate as unitRate'])
    .where('id', '=', id)
    .executeTakeFirst()
}
