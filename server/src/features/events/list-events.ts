import { cutAtBuckets, isEmpty } from '../../domain/time/range.ts'
import type { Db } from '../../platform/database.ts'
import { findOwners } from '../rating/owners.ts'
import type { EventFilter, StoredEvent, UsageWindow } from './queries.ts'
import * as queries from './queries.ts'

/** An event and the subscription it belongs to now, which is derived and stored nowhere. */
export type ListedEvent = StoredEvent & { subscriptionId: string | null }

export type EventPage = { events: ListedEvent[]; totalResults: number }

/**
 * One page of events. Those without a cost are counted one by one. Of all others the rollups, which always agree with the events, tell how many there are and
 * in which quarter of an hour the page lies, so a page costs the same among a thousand events and
 * among ten million.
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
      const parts = cutAtBuckets(window)
      const totalResults = isUncosted(filter)
        ? await countIn(tx, filter, window)
        : await countParts(tx, filter, parts)
      if (offset >= totalResults) return { events: [], totalResults }
      const page = isUncosted(filter)
        ? { ...window, offset }
        : await locatePage(tx, filter, { parts, offset, limit })
      const events = await queries.listEvents(tx, filter, { ...page, limit })
      return { events: await withSubscriptions(tx, filter.organizationId, events), totalResults }
    })
}

function isUncosted({ eventProcessed }: EventFilter): boolean {
  return eventProcessed !== undefined && eventProcessed !== 'PROCESSED'
}

async function withSubscriptions(
  db: Db,
  organizationId: string,
  events: readonly StoredEvent[],
): Promise<ListedEvent[]> {
  const owners = await findOwners(db, organizationId, events)
  return events.map((event) => ({ ...event, subscriptionId: owners.get(event.id) ?? null }))
}

type WindowParts = ReturnType<typeof cutAtBuckets>

async function countParts(
  db: Db,
  filter: EventFilter,
  { head, buckets, tail }: WindowParts,
): Promise<number> {
  const inBuckets = await queries.countEventsInBuckets(db, filter, buckets)
  return (await countIn(db, filter, head)) + inBuckets + (await countIn(db, filter, tail))
}

async function countIn(db: Db, filter: EventFilter, window: UsageWindow): Promise<number> {
  return isEmpty(window) ? 0 : queries.countEvents(db, filter, window)
}

const BUCKETS_ASKED_FIRST = 16
const BUCKETS_ASKED_MAX = 4_096

/**
 * The smallest range of usage dates, made of whole parts, that surely holds the page, and how many
 * of its events come before the page.
 */
async function locatePage(
  db: Db,
  filter: EventFilter,
  { parts, offset, limit }: { parts: WindowParts; offset: number; limit: number },
): Promise<UsageWindow & { offset: number }> {
  const wanted = offset + limit
  let seen = await countIn(db, filter, parts.tail)
  let end = parts.tail.end
  let skipped = 0
  if (seen <= offset) {
    end = parts.tail.start
    skipped = seen
  }
  if (seen >= wanted) return { start: parts.tail.start, end, offset: offset - skipped }

  let cursor = parts.buckets.end
  for (let ask = BUCKETS_ASKED_FIRST; cursor > parts.buckets.start; ) {
    const window = { start: parts.buckets.start, end: cursor, limit: ask }
    const counts = await queries.listBucketCounts(db, filter, window)
    for (const { bucket, eventCount } of counts) {
      seen += eventCount
      if (seen <= offset) {
        end = bucket
        skipped = seen
      }
      if (seen >= wanted) return { start: bucket, end, offset: offset - skipped }
      cursor = bucket
    }
    if (counts.length < ask) break
    ask = Math.min(ask * 4, BUCKETS_ASKED_MAX)
  }
  return { start: parts.head.start, end, offset: offset - skipped }
}
