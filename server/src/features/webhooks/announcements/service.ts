import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { parseDateRange } from '../../../platform/dates/date-range.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { listAnswer, type Page, pageOf } from '../../../platform/http/list.ts'
import { exampleOf } from '../types/examples.ts'
import { ANNOUNCEMENT_TYPES, type AnnouncementBody, DESCRIPTIONS } from '../types/types.ts'
import { toBody } from './announcement.ts'
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

/** Lists announcements, the latest first; with `after`, as a feed. */
export async function listAnnouncements(
  db: Db,
  organizationId: string,
  query: AnnouncementListQuery,
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
  const { rows, total } =
    after === undefined
      ? await queries.listAnnouncements(db, filter, page)
      : await readFeed(db, filter, { after, page })
  const bodies = rows.map((row) => toBody(row, includeCosts))
  return listAnswer(page, bodies, total)
}

async function readFeed(
  db: Db,
  filter: queries.AnnouncementFilter,
  { after, page: { page, limit } }: { after: string; page: Page },
) {
  if (page > 1) {
    const message = 'page does not apply to a feed; send the id of the last result as after'
    throw new AppError('invalid', message, { param: 'page' })
  }
  const { organizationId } = filter
  const feed = { ...filter, afterPosition: await positionOf(db, { organizationId, id: after }) }
  const [rows, total] = await Promise.all([
    queries.listFeed(db, feed, limit),
    queries.countFeed(db, feed),
  ])
  return { rows, total }
}

/** Id that stands for the beginning of the feed. */
const BEGINNING = '00000000-0000-0000-0000-000000000000'

async function positionOf(db: Db, after: ScopedId): Promise<string> {
  if (after.id === BEGINNING) return '0'
  return (await queries.findPosition(db, after)) ?? notFound('Announcement')
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
