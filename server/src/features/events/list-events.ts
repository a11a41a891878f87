import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { findOwners } from '../rating/owners.ts'
import { countByDays, locatePage } from './locate-page.ts'
import type { EventFilter, StoredEvent, UsageWindow } from './queries.ts'
import * as queries from './queries.ts'

/** An event and the subscription it belongs to now, which is derived and stored nowhere. */
export type ListedEvent = StoredEvent & { subscriptionId: string | null }

export type EventPage = { events: ListedEvent[]; totalResults: number }

/**
 * One page of events. Those of a run and those without a cost are few and counted one by one. Of all
 * others the rollups, which always agree with the events, tell how many there are and in which
 * quarter of an hour the page lies, so a page costs the same among a thousand events and among ten
 * million.
 */
export function listEventPage(
  db: Db,
  filter: EventFilter,
  { window, offset, limit }: { window: UsageWindow; offset: number; limit: number },
): Promise<EventPage> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const totalResults = areFew(filter)
        ? await queries.countEvents(tx, filter, window)
        : await countByDays(tx, filter, window)
      if (offset >= totalResults) return { events: [], totalResults }
      const page = areFew(filter)
        ? { ...window, offset }
        : await locatePage(tx, filter, { window, offset, limit })
      const events = await queries.listEvents(tx, filter, { ...page, limit })
      return { events: await withSubscriptions(tx, filter.organizationId, events), totalResults }
    })
}

/** Both kinds have an index of their own, and the rollups know neither. */
function areFew({ eventProcessed, runId }: EventFilter): boolean {
  return runId !== undefined || (eventProcessed !== undefined && eventProcessed !== 'PROCESSED')
}

/** An event by its id, with the subscription it belongs to. */
export async function findListedEvent(db: Db, key: ScopedId): Promise<ListedEvent | undefined> {
  const event = await queries.findEvent(db, key)
  const [listed] = event ? await withSubscriptions(db, key.organizationId, [event]) : []
  return listed
}

export async function withSubscriptions(
  db: Db,
  organizationId: string,
  events: readonly StoredEvent[],
): Promise<ListedEvent[]> {
  const owners = await findOwners(db, organizationId, events)
  return events.map((event) => ({ ...event, subscriptionId: owners.get(event.id) ?? null }))
}
