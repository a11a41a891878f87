import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { parseDateRange } from '../../../platform/dates/date-range.ts'
import { notFound } from '../../../platform/errors.ts'
import { countedMaxOf, listAnswer, pageOf } from '../../../platform/http/list.ts'
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

/** A reader of the feed continues with the next page, and needs no exact number of what is left. */
const COUNTED_AFTER_MAX = 10_000

/** Lists announcements, the latest first; with `after`, as a feed. */
export async function listAnnouncements(
  db: Db,
  organizationId: string,
  query: AnnouncementListQuery,
): Promise<AnnouncementList> {
  const { after, type: types, customerId, objectId, includeCosts = false } = query
  const { start, end } = parseDateRange(query)
  const afterPosition =
    after === undefined ? undefined : await positionOf(db, { organizationId, id: after })
  const filter = {
    organizationId,
    types,
    customerId,
    objectId,
    from: start === undefined ? undefined : new Date(start),
    until: end === undefined ? undefined : new Date(end),
    afterPosition,
  }
  const sortOrder = after === undefined ? 'desc' : 'asc'
  const page = pageOf(query)
  const { rows, total } = await queries.listAnnouncements(db, filter, {
    ...page,
    sortOrder,
    countedMax: countedMaxOf(query) ?? (after === undefined ? undefined : COUNTED_AFTER_MAX),
  })
  const bodies = rows.map((row) => toBody(row, includeCosts))
  return listAnswer(page, bodies, total)
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
