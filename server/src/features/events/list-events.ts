import type { FoundBy } from '../../domain/scoped-id.ts'
import { atOneMoment } from '../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { SortOrder } from '../../platform/list.ts'
import { findOwners } from '../rating/owners.ts'
import { completeEvents, type StoredEvent } from './complete-events.ts'
import { countByDays, locatePage } from './locate-page.ts'
import type { EventFilter, EventRow, UsageWindow } from './queries.ts'
import * as queries from './queries.ts'
import { SORTED_BY_COST_MAX } from './schemas.ts'

/** An event and its current subscription, which is derived and not stored. */
export type ListedEvent = StoredEvent & { subscriptionId: string | null }

export type EventPage = { events: ListedEvent[]; totalResults: number }

/**
 * Returns one page of events. Events of a run and events without a cost are few, and are counted
 * one by one. For all others, the rollups provide the total and the quarter of an hour of the page.
 * They always match the events, so a page costs the same among a thousand events and among ten
 * million.
 */
export async function listEventPage(db: Db, filter: EventFilter, place: Place): Promise<EventPage> {
  const { rows, totalResults } = await readPage(db, filter, place)
  // Runs outside the page's transaction: its snapshot on the coordinator may lack the customers of
  // events that a node already shows.
  return { events: await toListed(db, filter.organizationId, rows), totalResults }
}

type Order = { sortBy: 'usageDate' | 'usageCost'; sortOrder: SortOrder }
/** Without an order, the latest events come first. */
type Place = { window: UsageWindow; offset: number; limit: number; order?: Order }

const LATEST_FIRST: Order = { sortBy: 'usageDate', sortOrder: 'desc' }

/** Reads the rows of a page and the total in one snapshot. */
function readPage(
  db: Db,
  filter: EventFilter,
  place: Place,
): Promise<{ rows: EventRow[]; totalResults: number }> {
  return atOneMoment(db, async (tx) => {
    const { window, offset, order = LATEST_FIRST } = place
    const totalResults = hasOwnIndex(filter)
      ? await queries.countEvents(tx, filter, window)
      : await countByDays(tx, filter, window)
    // A page after the last one would scan the whole window.
    if (offset >= totalResults) return { rows: [], totalResults }
    if (order.sortBy === 'usageCost') {
      // Without an index of the filter, all events of the customer or organization are read.
      const read = { ...filter, agentId: undefined, signalId: undefined, eventProcessed: undefined }
      refuseTooMany(hasOwnIndex(filter) ? totalResults : await countByDays(tx, read, window))
      return { rows: await queries.listByCost(tx, filter, { ...place, ...order }), totalResults }
    }
    if (order.sortOrder === 'desc') return { rows: await readRows(tx, filter, place), totalResults }
    const rows = await readRows(tx, filter, mirrored(place, totalResults))
    return { rows: rows.toReversed(), totalResults }
  })
}

/** Returns the place of the same events in the opposite order, which counts from the other end. */
function mirrored({ window, offset, limit }: Place, totalResults: number): Place {
  const end = totalResults - offset
  const start = Math.max(0, end - limit)
  return { window, offset: start, limit: end - start }
}

function refuseTooMany(totalResults: number): void {
  if (totalResults <= SORTED_BY_COST_MAX) return
  throw new AppError('invalid', [
    `sortBy usageCost takes at most ${SORTED_BY_COST_MAX} events; choose a shorter range or a filter`,
  ])
}

async function readRows(
  tx: Tx,
  filter: EventFilter,
  { window, offset, limit }: Place,
): Promise<EventRow[]> {
  const page =
    hasOwnIndex(filter) || (isOrdered(filter) && offset <= LEFT_OUT_MAX)
      ? { ...window, offset }
      : await locatePage(tx, filter, { window, offset, limit })
  return queries.listEvents(tx, filter, { ...page, limit })
}

/** Rows of an index that a page leaves out rather than asking the rollups for its place. */
const LEFT_OUT_MAX = 500

/** An index has all events, or those of a customer, in list order. */
export function isOrdered({ agentId, signalId, eventProcessed }: EventFilter): boolean {
  return agentId === undefined && signalId === undefined && eventProcessed === undefined
}

/** Both kinds have their own index, and the rollups do not distinguish them. */
export function hasOwnIndex({ eventProcessed, runId }: EventFilter): boolean {
  return runId !== undefined || (eventProcessed !== undefined && eventProcessed !== 'PROCESSED')
}

/** Finds an event by its id, with its subscription. */
export async function findListedEvent(db: Db, key: FoundBy): Promise<ListedEvent | undefined> {
  const row = await queries.findEvent(db, key)
  const [listed] = row ? await toListed(db, key.organizationId, [row]) : []
  return listed
}

/** Completes rows of events for display, in the same order. */
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
