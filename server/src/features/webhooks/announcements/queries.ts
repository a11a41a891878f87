import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { listPage, type Slice, type SortOrder } from '../../../platform/list.ts'
import type { Announcement } from './announcement.ts'

const columns = [
  'id',
  'organizationId',
  'customerId',
  'type',
  'objectId',
  'data',
  'happenedAt',
] as const

const selectAnnouncements = (db: Db) =>
  db.selectFrom('announcements').select(columns).$castTo<Announcement>()

export function findAnnouncement(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<Announcement | undefined> {
  return selectAnnouncements(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the position of an announcement in the feed, as text. */
export async function findPosition(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('announcements')
    .select('position')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && String(row.position)
}

export type AnnouncementFilter = {
  organizationId: string
  types: readonly string[] | undefined
  customerId: string | undefined
  objectId: string | undefined
  /** Half-open range of the real time of the announcement. */
  from: Date | undefined
  until: Date | undefined
  /** Only those after this position. */
  afterPosition: string | undefined
}

/** Lists announcements by position, and counts at most `countedMax` of them. */
export function listAnnouncements(
  db: Db,
  filter: AnnouncementFilter,
  { countedMax, ...page }: Slice & { sortOrder: SortOrder; countedMax: number | undefined },
): Promise<{ rows: Announcement[]; total: number }> {
  const announcements = selectAnnouncements(db).where((eb) => eb.and(conditions(filter)))
  const order = { ...page, orderBy: sql`position` }
  if (countedMax === undefined) return listPage(announcements, order)
  const first = announcements
    .clearSelect()
    .select('id')
    .orderBy('position', page.sortOrder)
    .limit(countedMax)
  return listPage(announcements, order, db.selectFrom(first.as('first')))
}

function conditions(filter: AnnouncementFilter) {
  const { organizationId, types, customerId, objectId, from, until, afterPosition } = filter
  const all = [sql<SqlBool>`organization_id = ${organizationId}`]
  if (types !== undefined) all.push(sql`type = any(${types}::text[])`)
  if (customerId !== undefined) all.push(sql`customer_id = ${customerId}`)
  if (objectId !== undefined) all.push(sql`object_id = ${objectId}`)
  if (from !== undefined) all.push(sql`created_at >= ${from}::timestamptz`)
  if (until !== undefined) all.push(sql`created_at < ${until}::timestamptz`)
  if (afterPosition !== undefined) all.push(sql`position > ${afterPosition}::bigint`)
  return all
}
