import { sql } from 'kysely'
import { askedRows } from '../../../platform/batching/asked-rows.ts'
import type { Db, Tx } from '../../../platform/database.ts'

/** A price in a state that was not announced yet. */
export type UnannouncedPrice = {
  id: string
  entryId: string
  status: 'accepted' | 'quarantined'
  /** False for the first prices of an entry, and for a price that another one has replaced. */
  isChange: boolean
}

/** Lists prices that are quarantined or have started, and were not announced as such. */
export async function listUnannouncedPrices(db: Db, now: Date): Promise<UnannouncedPrice[]> {
  const { rows } = await sql<UnannouncedPrice>`
    select price.id, price.entry_id, price.status,
      price.status = 'quarantined' or (
        greatest(price.effective_from, price.created_at) > entry.created_at
        and not exists (
          select from catalog_prices later
          where later.entry_id = price.entry_id and later.status = 'accepted'
            and later.effective_from > coalesce(price.effective_from, '-infinity')
            and later.effective_from <= ${now}::timestamptz
        )
      ) as is_change
    from catalog_prices price join catalog_entries entry on entry.id = price.entry_id
    where price.status in ('accepted', 'quarantined')
      and coalesce(price.effective_from, '-infinity') <= ${now}::timestamptz
      and not exists (
        select from announced_prices announced
        where announced.price_id = price.id and announced.status = price.status
      )`.execute(db)
  return rows
}

/** Marks prices as announced, and returns those that were not. */
export async function insertAnnouncedPrices(
  tx: Tx,
  prices: readonly UnannouncedPrice[],
  now: Date,
): Promise<UnannouncedPrice[]> {
  const asked = askedRows(prices, {
    priceId: ['uuid', ({ id }) => id],
    status: ['text', ({ status }) => status],
  })
  const { rows } = await sql<{ priceId: string; status: string }>`
    insert into announced_prices (price_id, status, announced_at)
    select price_id, status, ${now}::timestamptz from ${asked}
    order by price_id, status
    on conflict (price_id, status) do nothing
    returning price_id, status`.execute(tx)
  const added = new Set(rows.map(({ priceId, status }) => `${priceId} ${status}`))
  return prices.filter(({ id, status }) => added.has(`${id} ${status}`))
}

export type UsedModel = { organizationId: string; provider: string; model: string }

/** Lists the models that each organization has ever used, as its records name them. */
export async function listUsedModels(db: Db): Promise<UsedModel[]> {
  const { rows } = await sql<UsedModel>`
    select distinct organization_id, provider, model from organization_models`.execute(db)
  return rows
}
