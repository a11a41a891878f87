import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { ActorKind } from '../auth/principal.ts'
import {
  IS_CHANGE,
  IS_OTHER,
  isUnchangingPost,
  isUsagePath,
  KIND,
  ONLY_READS,
  UNCHANGING_POSTS,
} from './kind.ts'

export type EntryFilter = {
  organizationId: string
  actorKind: ActorKind | undefined
  actorId: string | undefined
  method: string | undefined
  /**
   * True selects requests that may have changed something, without usage records, estimates and
   * previews; false selects the rest.
   */
  isChange: boolean | undefined
  /** Both inclusive. */
  status: { from: number; to: number } | undefined
  path: string | undefined
  /** Half-open: [from, until). */
  from: Date | undefined
  until: Date | undefined
}

/** A page: the entries next to a given one, or the latest entries. */
export type Place = { limit: number; cursor: AuditLogCursor | undefined }
/** `at` is text, because a Date loses the microseconds. */
export type AuditLogCursor = { direction: 'older' | 'newer'; id: string; at: string }

export type ListedEntry = {
  id: string
  actorKind: ActorKind
  actorId: string
  method: string
  path: string
  status: number
  ipAddress: string
  requestedAt: Date
  /** Separated by commas. */
  changedFields: string
  /** Empty if there is none, like `requestId`. */
  objectId: string
  requestId: string
  /** Text, which preserves the microseconds. */
  at: string
}

/** Lists matching entries, nearest to the position first. */
export async function listEntries(
  db: Db,
  filter: EntryFilter,
  place: Place,
): Promise<ListedEntry[]> {
  if (isOnlyDated(filter)) return readEntries(db, filter, { place, ids: nearest(filter, place) })
  const first = nearest(filter, { ...place, limit: place.limit * LOOKED_AT_FIRST })
  const ids = matchingOf(first, filter, place)
  const entries = await readEntries(db, filter, { place, ids })
  if (entries.length === place.limit) return entries
  return readEntries(db, filter, { place, ids: nearestOfKinds(filter, place) })
}

/** Number of pages that are enough for a common filter. */
const LOOKED_AT_FIRST = 10

/** Returns the time of an entry as text; undefined also for an entry of another organization. */
export async function findEntryTime(
  db: Db,
  organizationId: string,
  id: string,
): Promise<string | undefined> {
  const entry = await db
    .selectFrom('auditLog')
    .select(sql<string>`requested_at::text`.as('at'))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return entry?.at
}

const isOnlyDated = ({ actorKind, actorId, method, isChange, status, path }: EntryFilter) =>
  [actorKind, actorId, method, isChange, status, path].every((value) => value === undefined)

/**
 * Reads the entries that a query finds. The array makes PostgreSQL run that query once: as a join it
 * runs it for each entry, for 10 s with 300 entries, until the table has statistics.
 */
async function readEntries(
  db: Db,
  filter: EntryFilter,
  { place, ids }: { place: Place; ids: RawBuilder<unknown> },
): Promise<ListedEntry[]> {
  const { rows } = await sql<ListedEntry>`
    select id, actor_kind, actor_id, method, path, status, ip_address, requested_at,
      changed_fields, object_id, request_id, requested_at::text as at
    from audit_log where id = any(array(select id from (${ids}) found)) and ${matches(filter)}
    order by ${inOrder(place)}`.execute(db)
  return rows
}

function nearest(filter: EntryFilter, place: Place): RawBuilder<unknown> {
  return sql`select id, requested_at from audit_log
    where organization_id = ${filter.organizationId} and ${between(filter, place)}
    order by ${inOrder(place)} limit ${place.limit}`
}

const matchingOf = (ids: RawBuilder<unknown>, filter: EntryFilter, place: Place) =>
  sql`select id, requested_at from audit_log
    where id = any(array(select id from (${ids}) nearest)) and ${matches(filter)}
    order by ${inOrder(place)} limit ${place.limit}`

/**
 * Finds entries through their kinds, so that even rare matches read nothing else. A log has few
 * kinds, and an index lists each kind in order of time. The n entries of a page belong to the n
 * kinds with the nearest entries.
 */
function nearestOfKinds(filter: EntryFilter, place: Place): RawBuilder<unknown> {
  const first = { ...place, limit: 1 }
  return sql`
    with kinds as materialized (${kindsOf(filter)}), nearest as (
      select kinds.kind, kinds.path from kinds cross join lateral (
        ${ofKind('kinds', filter, first)}) first
      order by ${inTime(place)} fetch first ${place.limit} rows with ties
    )
    select id, requested_at from nearest cross join lateral (
      ${ofKind('nearest', filter, place)}) latest
    order by ${inOrder(place)} limit ${place.limit}`
}

/** Selects entries of a kind, with the conditions exactly as the indexes define them. */
function ofKind(kind: string, filter: EntryFilter, place: Place): RawBuilder<unknown> {
  const [number, path] = [sql.ref(`${kind}.kind`), sql.ref(`${kind}.path`)]
  const isSought = filter.isChange === true ? sql.raw(IS_CHANGE) : sql`true`
  const read = (condition: RawBuilder<SqlBool>) => sql`
    (select id, requested_at from audit_log where ${condition} and ${between(filter, place)}
      order by ${inOrder(place)} limit ${place.limit})`
  return sql`select id, requested_at from (
    ${read(sql`${path} is null and ${sql.raw(KIND)} = ${number} and ${isSought}`)}
    union all
    ${read(sql`${path} is not null and ${sql.raw(IS_OTHER)}
      and hashtextextended(audit_log.path, ${sql.raw(KIND)}) = hashtextextended(${path}, ${number})`)}
  ) entries order by ${inOrder(place)} limit ${place.limit}`
}

/** Selects the kinds whose entries match; with a path where only its entries do. */
function kindsOf({ path, isChange, ...filter }: EntryFilter): RawBuilder<unknown> {
  const kinds = (asked: { path?: RawBuilder<unknown>; where: RawBuilder<unknown> }) => sql`
    select distinct kind, ${asked.path ?? sql`null`}::text as path from audit_log_kinds
    where ${matches({ ...filter, path: undefined, isChange: undefined })} and ${asked.where}`
  if (path !== undefined) {
    const isUsage = isUsagePath(path)
    const isRead = isUsage || isUnchangingPost(path) ? sql`true` : sql.raw(ONLY_READS)
    const where = sql`is_usage = ${isUsage} and (${isRead}) = ${!isChange}`
    return kinds({
      ...(!isUsage && { path: sql`${path}` }),
      where: isChange === undefined ? sql`is_usage = ${isUsage}` : where,
    })
  }
  if (isChange === undefined) return kinds({ where: sql`true` })
  const reads = sql`(is_usage or ${sql.raw(ONLY_READS)})`
  if (isChange) return kinds({ where: sql`not ${reads}` })
  const posts = UNCHANGING_POSTS.map((one) =>
    kinds({ path: sql`${one}`, where: sql`not ${reads}` }),
  )
  return sql.join([kinds({ where: reads }), ...posts], sql` union all `)
}

function matches(filter: EntryFilter): RawBuilder<SqlBool> {
  const { organizationId, actorKind, actorId, method, isChange, status, path } = filter
  const all = [sql`organization_id = ${organizationId}`]
  if (actorKind !== undefined) all.push(sql`actor_kind = ${actorKind}`)
  if (actorId !== undefined) all.push(sql`actor_id = ${actorId}`)
  if (method !== undefined) all.push(sql`method = ${method}`)
  if (isChange === true) all.push(sql`${sql.raw(IS_CHANGE)}`)
  if (isChange === false) all.push(sql`not (${sql.raw(IS_CHANGE)})`)
  if (status !== undefined) all.push(sql`status between ${status.from} and ${status.to}`)
  if (path !== undefined) all.push(sql`path = ${path}`)
  return sql.join(all, sql` and `)
}

/** Builds the condition on the dates and on the position of the page. */
function between({ from, until }: EntryFilter, { cursor }: Place): RawBuilder<SqlBool> {
  const all = [sql`true`]
  if (from !== undefined) all.push(sql`requested_at >= ${from}::timestamptz`)
  if (until !== undefined) all.push(sql`requested_at < ${until}::timestamptz`)
  if (cursor) {
    const at = sql`${cursor.at}::timestamptz`
    // Not a row comparison: with a row and a date, the index scan would not start at the nearer
    // bound.
    all.push(
      cursor.direction === 'older'
        ? sql`requested_at <= ${at} and (requested_at < ${at} or id < ${cursor.id}::uuid)`
        : sql`requested_at >= ${at} and (requested_at > ${at} or id > ${cursor.id}::uuid)`,
    )
  }
  return sql.join(all, sql` and `)
}

const inTime = ({ cursor }: Place): RawBuilder<unknown> =>
  cursor?.direction === 'newer' ? sql`requested_at` : sql`requested_at desc`

const inOrder = ({ cursor }: Place): RawBuilder<unknown> =>
  cursor?.direction === 'newer' ? sql`requested_at, id` : sql`requested_at desc, id desc`
