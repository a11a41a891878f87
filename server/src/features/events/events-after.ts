import { intersect } from '../../domain/time/range.ts'
import { atOneMoment } from '../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { SortOrder } from '../../platform/list.ts'
import { hasOwnIndex, isOrdered, type ListedEvent, toListed } from './list-events.ts'
import { countByDays, locatePage } from './locate-page.ts'
import type { EventFilter, EventPlace, EventRow, UsageWindow } from './queries.ts'
import * as queries from './queries.ts'

/** The events after a place. */
type Reading = {
  window: UsageWindow
  place: EventPlace
  sortOrder: SortOrder
  limit: number
}

/**
 * Lists the next events after a place, and whether more follow. The time depends on the number of
 * events that are returned, and not on how many precede them.
 */
export async function listEventsFrom(
  db: Db,
  filter: EventFilter,
  reading: Reading,
): Promise<{ events: ListedEvent[]; hasMore: boolean }> {
  const { limit } = reading
  const found = await atOneMoment(db, (tx) =>
    readAfter(tx, filter, { ...reading, limit: limit + 1 }),
  )
  // Runs outside the transaction, as for a page.
  const events = await toListed(db, filter.organizationId, found.slice(0, limit))
  return { events, hasMore: found.length > limit }
}

/**
 * An index has the events of some filters in this order. For the others, the rollups say in which
 * time the next events are, so that no statement reads events that do not match.
 */
async function readAfter(tx: Tx, filter: EventFilter, reading: Reading): Promise<EventRow[]> {
  const { window, place, sortOrder, limit } = reading
  if (hasOwnIndex(filter) || isOrdered(filter)) return queries.listEventsAfter(tx, filter, reading)
  const at = place.usageDate.getTime()
  const instant = intersect(window, { start: at, end: at + 1 })
  const sameInstant = instant
    ? await queries.listEventsAfter(tx, filter, { ...reading, window: instant })
    : []
  const missing = limit - sameInstant.length
  const others =
    sortOrder === 'desc' ? { start: window.start, end: at } : { start: at + 1, end: window.end }
  const rest = intersect(window, others)
  if (missing === 0 || rest === undefined) return sameInstant
  const later = await readFirst(tx, filter, { ...reading, window: rest, limit: missing })
  return [...sameInstant, ...later]
}

/** Reads the first events of a window that the rollups narrow. */
async function readFirst(
  tx: Tx,
  filter: EventFilter,
  { window, sortOrder, limit }: Omit<Reading, 'place'>,
): Promise<EventRow[]> {
  const offset =
    sortOrder === 'desc' ? 0 : Math.max(0, (await countByDays(tx, filter, window)) - limit)
  const { start, end } = await locatePage(tx, filter, { window, offset, limit })
  return queries.listEventsAfter(tx, filter, {
    window: { start, end },
    place: undefined,
    sortOrder,
    limit,
  })
}
