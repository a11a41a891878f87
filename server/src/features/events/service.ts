import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { toBody } from './body.ts'
import { findListedEvent, listEventPage } from './list-events.ts'
import { listBackfillGroups } from './queries.ts'
import type {
  BackfillQuery,
  EventListQuery,
  UncostedUsage,
  UsageEvent,
  UsageEventList,
} from './schemas.ts'
import { parseWindow } from './window.ts'

export async function listEvents(
  db: Db,
  organizationId: string,
  query: EventListQuery,
): Promise<UsageEventList> {
  const { customerId, agentId, signalId, runId, eventProcessed } = query
  const filter = { organizationId, customerId, agentId, signalId, runId, eventProcessed }
  const page = pageOf(query)
  const place = { window: parseWindow(query), ...page }
  const { events, totalResults } = await listEventPage(db, filter, place)
  return listAnswer(page, events.map(toBody), totalResults)
}

export async function getEvent(db: Db, key: ScopedId): Promise<UsageEvent> {
  return toBody((await findListedEvent(db, key)) ?? notFound('Event'))
}

const BACKFILL_WINDOW_MS = 30 * 24 * 60 * 60_000

/** The models that hold back costs, by default of the last 30 days. */
export async function listNeedsCostBackfill(
  db: Db,
  { organizationId, query }: { organizationId: string; query: BackfillQuery },
  now: Date,
): Promise<UncostedUsage> {
  const end = now.getTime() + 1
  const window = parseWindow(query, { start: now.getTime() - BACKFILL_WINDOW_MS, end })
  const { groups, totalEvents } = await listBackfillGroups(db, organizationId, window)
  return {
    groups: groups.map((group) => ({
      ...group,
      oldestEventDate: group.oldestEventDate.toISOString(),
    })),
    totalEvents,
  }
}
