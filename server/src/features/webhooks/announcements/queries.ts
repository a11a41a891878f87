import { type SqlBool, sql } from 'kysely'
import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { listPage, type Slice } from '../../../platform/list.ts'
import type { Announcement } from './announcement.ts'
import { bytesBefore } from './bytes-before.ts'
import { isKnownType } from './known-types.ts'

const columns = [
  'id',
  'organizationId',
  'customerId',
  'customerExternalId',
  'type',
  'objectId',
  'data',
  'happenedAt',
] as const

/** A process of an older version leaves types that it does not know to newer ones. */
const isKnown = isKnownType(sql`type`)

const selectAnnouncements = (db: Db) =>
  db.selectFrom('announcements').where(isKnown).select(columns).$castTo<Announcement>()

export function findAnnouncement(
  db: Db,
  { organizationId, id }: ScopedId,
): Promise<Announcement | undefined> {
  return selectAnnouncements(db)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** An announcement in the feed. Its position is a whole number, as text. */
export type FeedPosition = { id: string; position: string }

/** Returns the position of an announcement in the feed, if it was announced at `since` or later. */
export async function findPosition(
  db: Db,
  { organizationId, id }: ScopedId,
  since: Date,
): Promise<FeedPosition | undefined> {
  const { rows } = await sql<FeedPosition>`
    select id, position::text as position from announcements
    where organization_id = ${organizationId} and id = ${id}
      and created_at >= ${since}::timestamptz`.execute(db)
  return rows[0]
}

/** Returns the latest announcement of the feed. */
export async function findLatest(
  db: Db,
  organizationId: string,
): Promise<FeedPosition | undefined> {
  const { rows } = await sql<FeedPosition>`
    select id, position::text as position from announcements
    where organization_id = ${organizationId} and ${isKnown}
    order by announcements.position desc limit 1`.execute(db)
  return rows[0]
}

export type AnnouncementFilter = {
  organizationId: string
  types: readonly string[] | undefined
  customerId: string | undefined
  objectId: string | undefined
  /** Half-open range of the real time of the announcement. */
  from: Date | undefined
  until: Date | undefined
}

/** Lists announcements, the latest first, and counts at most `countedMax` of them. */
export function listAnnouncements(
  db: Db,
  filter: AnnouncementFilter,
  { countedMax, ...page }: Slice & { countedMax: number | undefined },
): Promise<{ rows: Announcement[]; total: number }> {
  const narrowed = conditions(filter)
  const announcements = selectAnnouncements(db).where((eb) => eb.and(narrowed))
  // Without the condition on known types, which no index has: they differ during an upgrade alone.
  const counted = db.selectFrom('announcements').where((eb) => eb.and(narrowed))
  const order = { ...page, orderBy: sql`position`, sortOrder: 'desc' as const }
  if (countedMax === undefined) return listPage(announcements, order, counted)
  const first = counted.select('id').orderBy('position', 'desc').limit(countedMax)
  return listPage(announcements, order, db.selectFrom(first.as('first')))
}

export type FeedFilter = AnnouncementFilter & { afterPosition: string }

/** Data that one request for the feed reads, besides a last announcement. */
const FEED_BYTES_MAX = 4_000_000

export type FeedPage = {
  rows: (Announcement & FeedPosition)[]
  /** False if there may be more. */
  isLast: boolean
}

/**
 * Lists the announcements after a position, the earliest first: as many as fit into memory, and at
 * least one.
 */
export async function listFeed(db: Db, filter: FeedFilter, limit: number): Promise<FeedPage> {
  const { rows } = await sql<Announcement & FeedPosition & { found: number }>`
    select id, organization_id, customer_id, customer_external_id, type, object_id, data,
      happened_at, position::text as position, found
    from (
      select *, count(*) over ()::int as found, ${bytesBefore(sql`position`)} as bytes_before
      from (
        select * from announcements
        where ${isKnown} and ${sql.join(conditions(filter), sql` and `)}
        order by position limit ${limit}
      ) first
    ) first
    where bytes_before < ${FEED_BYTES_MAX}
    order by first.position`.execute(db)
  const found = rows[0]?.found ?? 0
  return { rows, isLast: found < limit && rows.length === found }
}

/** Counts the announcements after a position, up to a limit. */
export async function countFeed(db: Db, filter: FeedFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from announcements
      where ${isKnown} and ${sql.join(conditions(filter), sql` and `)}
      limit ${limit}
    ) first`.execute(db)
  return rows[0]?.count ?? 0
}

function conditions(filter: AnnouncementFilter & { afterPosition?: string }) {
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
