import { dayOf, intersect } from '../../domain/time/range.ts'
import type { Db } from '../../platform/database.ts'
import { mapPages, pagesAfter } from '../../platform/http/csv/pages.ts'
import { type ListedEvent, toListed } from './list-events.ts'
import type { EventFilter, EventPlace, UsageWindow } from './queries.ts'
import * as queries from './queries.ts'

const EVENTS_AT_ONCE = 500
const DAYS_AT_ONCE = 31
const DAY_MS = 24 * 60 * 60_000

/**
 * Yields all events of a window in pages, latest first. Each page continues after the last event of
 * the previous page, and no transaction stays open in between. Events recorded concurrently may be
 * included or not; all others appear exactly once.
 */
export async function* allEvents(
  db: Db,
  filter: EventFilter,
  window: UsageWindow,
): AsyncGenerator<readonly ListedEvent[]> {
  for await (const part of partsOf(db, filter, window)) {
    const limit = EVENTS_AT_ONCE
    const pages = pagesAfter((place?: EventPlace) => {
      return queries.listEventsAfter(db, filter, { window: part, place, sortOrder: 'desc', limit })
    }, limit)
    yield* mapPages(pages, (rows) => toListed(db, filter.organizationId, rows))
  }
}

/**
 * Yields the parts of the window to read. An agent or signal may have events on few days. The
 * rollups know these days, so that no statement scans days without events.
 */
async function* partsOf(
  db: Db,
  filter: EventFilter,
  window: UsageWindow,
): AsyncGenerator<UsageWindow> {
  if (filter.agentId === undefined && filter.signalId === undefined) {
    yield window
    return
  }
  const start = dayOf(window.start)
  let end = dayOf(window.end - 1) + DAY_MS
  for (;;) {
    const asked = { step: 'day' as const, window: { start, end }, limit: DAYS_AT_ONCE }
    const days = await queries.listStepCounts(db, filter, asked)
    for (const day of days) {
      const part = intersect(window, { start: day.start, end: day.start + DAY_MS })
      if (part) yield part
      end = day.start
    }
    if (days.length < DAYS_AT_ONCE) return
  }
}
