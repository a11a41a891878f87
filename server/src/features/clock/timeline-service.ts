import { parseDateRange } from '../../platform/dates/date-range.ts'
import type { BusinessClock } from './business-clock.ts'
import type { Timeline, TimelineEntry, TimelineQuery } from './timeline-schemas.ts'

const LIMIT = 200

type Entry = Omit<TimelineEntry, 'at' | 'isDone'> & { at: Date }
type Asked = { organizationId: string; after: Date; until: Date; limit: number }

/** Subscriptions and invoices own their dates, so higher features supply these queries. */
export type TimelineDeps = {
  /** Lists what has happened, in order of time. */
  listDone: (asked: Asked) => Promise<Entry[]>
  /** Lists what will become due. */
  listDue: (asked: Asked) => Promise<Entry[]>
  findNextDueAt: (organizationId: string, after: Date) => Promise<Date | null>
}

type Of = { organizationId: string; query: TimelineQuery }

/** Returns what has happened and what will become due in a range, which may include the present. */
export async function getTimeline(
  { clock, timeline }: { clock: BusinessClock; timeline: TimelineDeps },
  { organizationId, query }: Of,
): Promise<Timeline> {
  const now = clock.now(organizationId)
  const range = parseDateRange(query)
  // The start of the range is inclusive.
  const start = range.start === undefined ? now : new Date(range.start - 1)
  const end = range.end === undefined ? monthAfter(later(start, now)) : new Date(range.end - 1)
  const of = { organizationId, limit: LIMIT + 1 }
  const [done, due, nextDueAt] = await Promise.all([
    start < now ? timeline.listDone({ ...of, after: start, until: earlier(end, now) }) : [],
    end > now ? timeline.listDue({ ...of, after: later(start, now), until: end }) : [],
    timeline.findNextDueAt(organizationId, now),
  ])
  const all = [...done.map(entryOf(true)), ...due.map(entryOf(false))]
  return {
    results: all.slice(0, LIMIT),
    hasMore: all.length > LIMIT,
    nextDueAt: nextDueAt?.toISOString() ?? null,
    now: now.toISOString(),
  }
}

const entryOf =
  (isDone: boolean) =>
  ({ at, ...entry }: Entry): TimelineEntry => ({ at: at.toISOString(), isDone, ...entry })

const later = (a: Date, b: Date) => (a < b ? b : a)
const earlier = (a: Date, b: Date) => (a < b ? a : b)

function monthAfter(date: Date): Date {
  const month = Temporal.Instant.fromEpochMilliseconds(date.getTime())
    .toZonedDateTimeISO('UTC')
    .add({ months: 1 })
  return new Date(month.epochMilliseconds)
}
