import { intersect } from '../../domain/time/range.ts'
import type { Db } from '../../platform/database.ts'
import { allEvents } from './all-events.ts'
import { listEventsFrom } from './events-after.ts'
import type { ListedEvent } from './list-events.ts'
import type { EventFilter, EventPlace, UsageWindow } from './queries.ts'

/** The events of a signal of a customer in some ranges, which are sorted and do not overlap. */
export type EventsOfSignal = {
  organizationId: string
  customerId: string
  agentId: string
  signalId: string
  ranges: readonly UsageWindow[]
}

/** Greater than the id of every event. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Lists the latest events in the ranges, or those after a place, and whether more follow. */
export async function listEventsInRanges(
  db: Db,
  asked: EventsOfSignal,
  { place, limit }: { place: EventPlace | undefined; limit: number },
): Promise<{ events: ListedEvent[]; hasMore: boolean }> {
  const found: ListedEvent[] = []
  for (const range of asked.ranges.toReversed()) {
    const until = place ? place.usageDate.getTime() + 1 : range.end
    const window = intersect(range, { start: range.start, end: until })
    const missing = limit + 1 - found.length
    if (!window || missing === 0) continue
    const from = place ?? { usageDate: new Date(range.end), id: LAST_ID }
    const reading = { window, place: from, sortOrder: 'desc' as const, limit: missing }
    const { events } = await listEventsFrom(db, filterOf(asked), reading)
    found.push(...events)
  }
  return { events: found.slice(0, limit), hasMore: found.length > limit }
}

/** Yields all events in the ranges in pages, latest first, see `allEvents`. */
export async function* allEventsInRanges(
  db: Db,
  asked: EventsOfSignal,
): AsyncGenerator<readonly ListedEvent[]> {
  for (const range of asked.ranges.toReversed()) yield* allEvents(db, filterOf(asked), range)
}

function filterOf(asked: EventsOfSignal): EventFilter {
  const { organizationId, customerId, agentId, signalId } = asked
  return {
    ...{ organizationId, customerId, agentId, signalId },
    runId: undefined,
    eventProcessed: undefined,
  }
}
