import type { ScopedId } from '../../domain/scoped-id.ts'
import { atOneMoment } from '../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { findOwners } from '../rating/owners.ts'
import { completeEvents, type StoredEvent } from './complete-events.ts'
import { countByDays, locatePage } from './locate-page.ts'
import type { EventFilter, EventRow, UsageWindow } from './queries.ts'
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
export async function listEventPage(db: Db, filter: EventFilter, place: Place): Promise<EventPage> {
  const { rows, totalResults } = await readPage(db, filter, place)
  // Not at the same moment: a cluster shows events there whose customer came after the moment here.
  return { events: await toListed(db, filter.organizationId, rows), totalResults }
}

type Place = { window: UsageWindow; offset: number; limit: number }

/** The rows of a page and how many there are in all, at one moment. */
function readPage(
  db: Db,
  filter: EventFilter,
  place: Place,
): Promise<{ rows: EventRow[]; totalResults: number }> {
  return atOneMoment(db, async (tx) => {
    const { window, offset } = place
    const totalResults = areFew(filter)
      ? await queries.countEvents(tx, filter, window)
      : await countByDays(tx, filter, window)
    // A page behind the last one would be looked for through the whole window.
    const rows = offset < totalResults ? await readRows(tx, filter, place) : []
    return { rows, totalResults }
  })
}

async function readRows(
  tx: Tx,
  filter: EventFilter,
  { window, offset, limit }: Place,
): Promise<EventRow[]> {
  const page =
    areFew(filter) || areNext(filter, offset)
      ? { ...window, offset }
      : await locatePage(tx, filter, { window, offset, limit })
  return queries.listEvents(tx, filter, { ...page, limit })
}

const LEFT_OUT_MAX = 500

/** An index has all events, or those of a customer, in the order of lists: few are left out quickly. */
function areNext({ agentId, signalId, eventProcessed }: EventFilter, offset: number): boolean {
  const isAll = agentId === undefined && signalId === undefined && eventProcessed === undefined
  return isAll && offset <= LEFT_OUT_MAX
}

/** Both kinds have an index of their own, and the rollups know neither. */
function areFew({ eventProcessed, runId }: EventFilter): boolean {
  return runId !== undefined || (eventProcessed !== undefined && eventProcessed !== 'PROCESSED')
}

/** An event by its id, with the subscription it belongs to. */
export async function findListedEvent(db: Db, key: ScopedId): Promise<ListedEvent | undefined> {
  const row = await queries.findEvent(db, key)
  const [listed] = row ? await toListed(db, key.organizationId, [row]) : []
  return listed
}

/** Rows of events with all that is shown of them, in the same order. */
export async function toListed(
  db: Db,
  organizationId: string,
  rows: readonly EventRow[],
): Promise<ListedEvent[]> {
  const [events, owners] = await Promise.all([
    completeEvents(db, rows),
    findOwners(db, organizationId, rows),
  ])
  return events.map((event) => ({ ...event, subscriptionId: owners.get(event.id) ?? null }))
}
