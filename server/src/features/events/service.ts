import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type CsvFile, csvFile, csvTable } from '../../platform/http/csv/csv-table.ts'
import { mapPages } from '../../platform/http/csv/pages.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import {
  countAfter,
  cursorOf,
  type ListPlace,
  placeAfter,
} from '../../platform/http/list-cursor.ts'
import { allEvents } from './all-events.ts'
import { toBody } from './body.ts'
import { listEventsFrom } from './events-after.ts'
import { UsageEvent } from './fields.ts'
import { listEventPage } from './list-events.ts'
import type { EventFilter, EventPlace } from './queries.ts'
import type { EventFilterQuery, EventListQuery, UsageEventList } from './schemas.ts'
import { parseWindow } from './window.ts'

export async function listEvents(
  db: Db,
  organizationId: string,
  query: EventListQuery,
): Promise<UsageEventList> {
  const { sortBy, sortOrder } = query
  const page = pageOf(query)
  const after = placeAfter(query.after, page)
  if (after) return listAfter(db, organizationId, { query, after })
  const place = { window: parseWindow(query), ...page, order: { sortBy, sortOrder } }
  const { events, totalResults } = await listEventPage(db, filterOf(organizationId, query), place)
  const hasMore = sortBy === 'usageDate' && page.offset + events.length < totalResults
  return { ...listAnswer(page, events.map(toBody), totalResults), ...nextOf(events, hasMore) }
}

/** Lists the events after a cursor. */
async function listAfter(
  db: Db,
  organizationId: string,
  { query, after }: { query: EventListQuery; after: ListPlace },
): Promise<UsageEventList> {
  const { sortBy, sortOrder } = query
  if (sortBy !== 'usageDate') {
    const message = 'after applies to the order by usage date; send page instead to sort by cost'
    throw new AppError('invalid', message, { param: 'after' })
  }
  const page = pageOf(query)
  const place = { usageDate: after.at, id: after.id }
  const reading = { window: parseWindow(query), place, sortOrder, limit: page.limit }
  const { events, hasMore } = await listEventsFrom(db, filterOf(organizationId, query), reading)
  const counted = countAfter(events.length, hasMore)
  return { ...listAnswer(page, events.map(toBody), counted), ...nextOf(events, hasMore) }
}

/** Returns the cursor to continue with, if more events follow. */
function nextOf(events: readonly EventPlace[], hasMore: boolean): { nextAfter?: string } {
  const last = events.at(-1)
  return hasMore && last ? { nextAfter: cursorOf({ at: last.usageDate, id: last.id }) } : {}
}

function filterOf(organizationId: string, query: EventFilterQuery): EventFilter {
  const { customerId, agentId, signalId, runId, eventProcessed } = query
  return { organizationId, customerId, agentId, signalId, runId, eventProcessed }
}

export const EVENT_TABLE = csvTable('events', UsageEvent)

/** Exports all events that match a query as CSV. */
export function exportEvents(db: Db, organizationId: string, query: EventFilterQuery): CsvFile {
  const events = allEvents(db, filterOf(organizationId, query), parseWindow(query))
  return csvFile(
    EVENT_TABLE,
    mapPages(events, (page) => page.map(toBody)),
  )
}
