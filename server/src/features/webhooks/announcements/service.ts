import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { parseDateRange } from '../../../platform/dates/date-range.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { countedMaxOf, listAnswer, type Page, pageOf } from '../../../platform/http/list.ts'
import { exampleOf } from '../types/examples.ts'
import { ANNOUNCEMENT_TYPES, type AnnouncementBody, DESCRIPTIONS } from '../types/types.ts'
import { type Announcement, toBody } from './announcement.ts'
import { MARGIN_MS } from './kept.ts'
import * as queries from './queries.ts'
import type {
  AnnouncementList,
  AnnouncementListQuery,
  AnnouncementQuery,
  AnnouncementTypeList,
} from './schemas.ts'

export async function getAnnouncement(
  db: Db,
  key: ScopedId,
  { includeCosts = false }: AnnouncementQuery,
): Promise<AnnouncementBody> {
  const announcement = (await queries.findAnnouncement(db, key)) ?? notFound('Announcement')
  return toBody(announcement, includeCosts)
}

/** A reader of the feed continues until nothing is left, and needs no exact number. */
const COUNTED_AFTER_MAX = 10_000

/** Lists announcements, the latest first; with `after`, as a feed of those since `kept`. */
export async function listAnnouncements(
  db: Db,
  organizationId: string,
  query: AnnouncementListQuery,
  kept: Date,
): Promise<AnnouncementList> {
  const { after, type: types, customerId, objectId, includeCosts = false } = query
  const { start, end } = parseDateRange(query)
  const filter = {
    organizationId,
    types,
    customerId,
    objectId,
    from: start === undefined ? undefined : new Date(start),
    until: end === undefined ? undefined : new Date(end),
  }
  const page = pageOf(query)
  const countedMax = countedMaxOf(query)
  const toBodies = (rows: readonly Announcement[]) => rows.map((row) => toBody(row, includeCosts))
  if (after !== undefined) {
    const { rows, total, nextAfter } = await readFeed(db, filter, {
      after,
      page,
      kept,
      countedMax: countedMax ?? COUNTED_AFTER_MAX,
    })
    return { ...listAnswer(page, toBodies(rows), total), nextAfter }
  }
  const { rows, total } = await queries.listAnnouncements(db, filter, { ...page, countedMax })
  return listAnswer(page, toBodies(rows), total)
}

type Reading = { after: string; page: Page; kept: Date; countedMax: number }

/** Returns the next announcements of a feed, and the id to continue with. */
async function readFeed(
  db: Db,
  filter: queries.AnnouncementFilter,
  { after, page: { page, limit }, kept, countedMax }: Reading,
) {
  if (page > 1) {
    const message = 'page does not apply to a feed; send nextAfter as after'
    throw new AppError('invalid', message, { param: 'page' })
  }
  const { organizationId } = filter
  // The latest is read first: what does not match up to there never will.
  const [start, latest] = await Promise.all([
    startOf(db, { organizationId, id: after }, kept),
    queries.findLatest(db, organizationId),
  ])
  const from = laterOf(filter.from, start.from)
  const feed = { ...filter, from, afterPosition: start.position }
  const [{ rows, isLast }, total] = await Promise.all([
    queries.listFeed(db, feed, limit),
    queries.countFeed(db, feed, countedMax),
  ])
  const last = rows.at(-1) ?? start
  const isBehind = latest !== undefined && BigInt(latest.position) > BigInt(last.position)
  return { rows, total, nextAfter: isLast && isBehind ? latest.id : last.id }
}

/** Id that stands for the beginning of the feed. */
const BEGINNING = '00000000-0000-0000-0000-000000000000'

type FeedStart = queries.FeedPosition & { from?: Date }

/**
 * Returns where to continue. Later announcements than one that is older than `kept` may be deleted,
 * although it is still there because it is being sent again.
 */
async function startOf(db: Db, after: ScopedId, kept: Date): Promise<FeedStart> {
  if (after.id !== BEGINNING) {
    return (await queries.findPosition(db, after, kept)) ?? notFound('Announcement')
  }
  return { id: BEGINNING, position: '0', from: new Date(kept.getTime() + MARGIN_MS) }
}

function laterOf(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other ? new Date(Math.max(one.getTime(), other.getTime())) : (one ?? other)
}

export function listTypes(): AnnouncementTypeList {
  return {
    results: ANNOUNCEMENT_TYPES.map((type) => ({
      type,
      ...DESCRIPTIONS[type],
      example: exampleOf(type),
    })),
  }
}
