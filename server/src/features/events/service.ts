import type { Db } from '../../platform/database.ts'
import { type CsvFile, csvFile, csvTable } from '../../platform/http/csv/csv-table.ts'
import { mapPages } from '../../platform/http/csv/pages.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { allEvents } from './all-events.ts'
import { toBody } from './body.ts'
import { listEventPage } from './list-events.ts'
import type { EventFilter } from './queries.ts'
import {
  type EventFilterQuery,
  type EventListQuery,
  UsageEvent,
  type UsageEventList,
} from './schemas.ts'
import { parseWindow } from './window.ts'

export async function listEvents(
  db: Db,
  organizationId: string,
  query: EventListQuery,
): Promise<UsageEventList> {
  const page = pageOf(query)
  const { sortBy, sortOrder } = query
  const place = { window: parseWindow(query), ...page, order: { sortBy, sortOrder } }
  const { events, totalResults } = await listEventPage(db, filterOf(organizationId, query), place)
  return listAnswer(page, events.map(toBody), totalResults)
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
