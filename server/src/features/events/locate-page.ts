import { cutAtBuckets, cutAtDays, isEmpty } from '../../domain/time/range.ts'
import type { Db } from '../../platform/database.ts'
import type { EventFilter, RollupStep, UsageWindow } from './queries.ts'
import * as queries from './queries.ts'

/**
 * Counts the events in a window. Reads daily sums for whole days; at the edges, quarter-hour sums
 * and single events.
 */
export async function countByDays(
  db: Db,
  filter: EventFilter,
  window: UsageWindow,
): Promise<number> {
  const { head, days, tail } = cutAtDays(window)
  const counts = await Promise.all([
    countByBuckets(db, filter, head),
    isEmpty(days) ? 0 : queries.countEventsInDays(db, filter, days),
    countByBuckets(db, filter, tail),
  ])
  return total(counts)
}

async function countByBuckets(db: Db, filter: EventFilter, window: UsageWindow): Promise<number> {
  const { head, buckets, tail } = cutAtBuckets(window)
  const counts = await Promise.all([
    countSingly(db, filter, head),
    isEmpty(buckets) ? 0 : queries.countEventsInBuckets(db, filter, buckets),
    countSingly(db, filter, tail),
  ])
  return total(counts)
}

async function countSingly(db: Db, filter: EventFilter, window: UsageWindow) {
  return isEmpty(window) ? 0 : queries.countEvents(db, filter, window)
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** The window, and the number of events to skip and to return, latest first. */
type Place = { window: UsageWindow; offset: number; limit: number }

/**
 * Returns a part of the window that contains the page, and the number of its events before the
 * page.
 */
export async function locatePage(
  db: Db,
  filter: EventFilter,
  place: Place,
): Promise<UsageWindow & { offset: number }> {
  const { limit } = place
  const inDays = await narrow(db, filter, BY_DAYS, place)
  const { window, offset } = await narrow(db, filter, BY_BUCKETS, { ...inDays, limit })
  return { ...window, offset }
}

type Steps = {
  step: RollupStep
  cut: (window: UsageWindow) => { whole: UsageWindow; tail: UsageWindow }
  countTail: typeof countSingly
  askedFirst: number
}

const ASKED_MAX = 4_096
const BY_DAYS: Steps = {
  step: 'day',
  cut: (window) => {
    const { days: whole, tail } = cutAtDays(window)
    return { whole, tail }
  },
  countTail: countByBuckets,
  askedFirst: 2,
}
const BY_BUCKETS: Steps = {
  step: 'bucket',
  cut: (window) => {
    const { buckets: whole, tail } = cutAtBuckets(window)
    return { whole, tail }
  },
  countTail: countSingly,
  askedFirst: 16,
}

/**
 * Narrows the window to the steps that contain the page. Reads step counts from the latest one, in
 * batches of growing size.
 */
async function narrow(
  db: Db,
  filter: EventFilter,
  { step, cut, countTail, askedFirst }: Steps,
  { window, offset, limit }: Place,
): Promise<Omit<Place, 'limit'>> {
  const wanted = offset + limit
  const { whole, tail } = cut(window)
  let seen = await countTail(db, filter, tail)
  let end = tail.end
  let skipped = 0
  if (seen <= offset) {
    end = tail.start
    skipped = seen
  }
  const from = (start: number) => ({ window: { start, end }, offset: offset - skipped })
  if (seen >= wanted) return from(tail.start)

  let cursor = whole.end
  for (let ask = askedFirst; cursor > whole.start; ask = Math.min(ask * 4, ASKED_MAX)) {
    const asked = { step, window: { start: whole.start, end: cursor }, limit: ask }
    const counts = await queries.listStepCounts(db, filter, asked)
    for (const { start, eventCount } of counts) {
      seen += eventCount
      if (seen <= offset) {
        end = start
        skipped = seen
      }
      if (seen >= wanted) return from(start)
      cursor = start
    }
    if (counts.length < ask) break
  }
  return from(window.start)
}
