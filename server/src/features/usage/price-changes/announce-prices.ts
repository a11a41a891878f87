import { cut } from '../../../platform/batching/cut.ts'
import { forAll } from '../../../platform/batching/for-all.ts'
import type { Db } from '../../../platform/database.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import {
  insertAnnouncedPrices,
  listUnannouncedPrices,
  listUsedModels,
  type UnannouncedPrice,
} from './queries.ts'

type AnnouncePricesDeps = { db: Db; catalog: Catalog; clock: BusinessClock }

/** Entries of one transaction, which writes an event for each organization that used one. */
const AT_ONCE = 100

/**
 * Publishes prices that changed or were quarantined, once for each organization that used the model
 * or service. Runs apart from the changes of the catalog, which hold its lock and do not know who
 * used what. A price with a later start is published when it starts.
 */
export async function announcePrices(
  { db, catalog, clock }: AnnouncePricesDeps,
  now: Date,
): Promise<void> {
  const prices = await listUnannouncedPrices(db, now)
  const hasChange = prices.some(({ isChange }) => isChange)
  const users = hasChange ? await usersByEntry(db, catalog) : new Map<string, Set<string>>()
  const byEntry = [...Map.groupBy(prices, ({ entryId }) => entryId).values()]
  for (const some of cut(byEntry, AT_ONCE)) {
    await db.transaction().execute(async (tx) => {
      const added = await insertAnnouncedPrices(tx, some.flat(), now)
      const news = new Map(added.filter(({ isChange }) => isChange).map(toNews))
      const events = [...news.values()].flatMap(({ entryId, ...event }) =>
        [...(users.get(entryId) ?? [])].map((organizationId) => ({ ...event, organizationId })),
      )
      await forAll(events, (event) =>
        publishEvent(tx, { ...event, customerId: null }, clock.moment(event.organizationId)),
      )
    })
  }
}

/** Returns what is announced of a price, by its object: an entry changes once. */
function toNews({ id, entryId, status }: UnannouncedPrice) {
  const news =
    status === 'accepted'
      ? { type: 'catalog.price_changed' as const, id: entryId, entryId }
      : { type: 'catalog.price_quarantined' as const, id, entryId }
  return [news.id, news] as const
}

/** Returns the organizations that used each entry of the catalog, under any of its names. */
async function usersByEntry(db: Db, catalog: Catalog): Promise<Map<string, Set<string>>> {
  const users = new Map<string, Set<string>>()
  for (const { organizationId, provider, model } of await listUsedModels(db)) {
    const entry = catalog.resolve(organizationId, provider, model)
    if (!entry) continue
    const known = users.get(entry.id) ?? new Set()
    users.set(entry.id, known.add(organizationId))
  }
  return users
}
