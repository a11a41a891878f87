import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { ActorKind } from '../auth/principal.ts'
import { IS_OTHER, isUsagePath, KIND } from './kind.ts'

export type EntryFilter = {
  organizationId: string
  actorKind: ActorKind | undefined
  actorId: string | undefined
  method: string | undefined
  /** What may have changed something, but for recording usage; or the rest. */
  isChange: boolean | undefined
  /** Both inclusive. */
  status: { from: number; to: number } | undefined
  path: string | undefined
  /** [from, until) */
  from: Date | undefined
  until: Date | undefined
}

/** The entries next to one of the list, without it; or the latest ones. */
export type Place = { limit: number; beside: Beside | undefined }
/** `at` is text: a Date has lost the microseconds. */
export type Beside = { direction: 'older' | 'newer'; id: string; at: string }

export type ListedEntry = {
  id: string
  actorKind: ActorKind
  actorId: string
  method: string
  path: string
  status: number
  ipAddress: string
  requestedAt: Date
  /** As text, with its microseconds. */
  at: string
}

/** The entries that match and are nearest to the place, the nearest first. */
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

/** Pages of entries among which a common filter finds its own. */
const LOOKED_AT_FIRST = 10

/** When an entry was made, as text; undefined for one of another organization, too. */
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

async function readEntries(
  db: Db,
  filter: EntryFilter,
  { place, ids }: { place: Place; ids: RawBuilder<unknown> },
): Promise<ListedEntry[]> {
  const { rows } = await sql<ListedEntry>`
    select id, actor_kind, actor_id, method, path, status, ip_address, requested_at,
      requested_at::text as at
    from audit_log where id in (select id from (${ids}) found) and ${matches(filter)}
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
    where id in (select id from (${ids}) nearest) and ${matches(filter)}
    order by ${inOrder(place)} limit ${place.limit}`

/**
 * However rare what matches is, nothing else is read: a log has few kinds of entries, and those of a
 * kind stand in an index in the order of time. Of the kinds that match, only those whose nearest
 * entry is among the nearest can have a part in the page.
 */
function nearestOfKinds(filter: EntryFilter, place: Place): RawBuilder<unknown> {
  const ofKind = (kind: string) => sql`
    select id, requested_at from audit_log
    where ${isOfKind(filter, sql.ref(`${kind}.kind`))} and ${between(filter, place)}`
  return sql`
    with kinds as materialized (
      select distinct kind from audit_log_kinds where ${kindMatches(filter)}
    ), nearest as (
      select kinds.kind from kinds cross join lateral (
        ${ofKind('kinds')} order by ${inTime(place)} limit 1) first
      order by ${inTime(place)} fetch first ${place.limit} rows with ties
    )
    select id, requested_at from nearest cross join lateral (
      ${ofKind('nearest')} order by ${inOrder(place)} limit ${place.limit}) latest
    order by ${inOrder(place)} limit ${place.limit}`
}

/** As the indexes have it. */
function isOfKind({ path }: EntryFilter, kind: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (path === undefined || isUsagePath(path)) return sql`${sql.raw(KIND)} = ${kind}`
  return sql`${sql.raw(IS_OTHER)}
    and hashtextextended(path, ${sql.raw(KIND)}) = hashtextextended(${path}, ${kind})`
}

function kindMatches({ path, isChange, ...filter }: EntryFilter): RawBuilder<SqlBool> {
  const all = [matches({ ...filter, path: undefined, isChange: undefined })]
  if (path !== undefined) all.push(sql`is_usage = ${isUsagePath(path)}`)
  if (isChange !== undefined) all.push(sql`(${CHANGES} and not is_usage) = ${isChange}`)
  return sql.join(all, sql` and `)
}

const CHANGES = sql`method not in ('GET', 'HEAD', 'OPTIONS')`

function matches(filter: EntryFilter): RawBuilder<SqlBool> {
  const { organizationId, actorKind, actorId, method, isChange, status, path } = filter
  const all = [sql`organization_id = ${organizationId}`]
  if (actorKind !== undefined) all.push(sql`actor_kind = ${actorKind}`)
  if (actorId !== undefined) all.push(sql`actor_id = ${actorId}`)
  if (method !== undefined) all.push(sql`method = ${method}`)
  if (isChange !== undefined) {
    all.push(sql`(${CHANGES} and ${sql.raw(IS_OTHER)}) = ${isChange}`)
  }
  if (status !== undefined) all.push(sql`status between ${status.from} and ${status.to}`)
  if (path !== undefined) all.push(sql`path = ${path}`)
  return sql.join(all, sql` and `)
}

/** Within the dates, and on the right side of the entry that the page is beside. */
function between({ from, until }: EntryFilter, { beside }: Place): RawBuilder<SqlBool> {
  const all = [sql`true`]
  if (from !== undefined) all.push(sql`requested_at >= ${from}::timestamptz`)
  if (until !== undefined) all.push(sql`requested_at < ${until}::timestamptz`)
  if (beside) {
    const at = sql`${beside.at}::timestamptz`
    // Not as a pair: an index is not entered at the nearer of a pair and a date.
    all.push(
      beside.direction === 'older'
        ? sql`requested_at <= ${at} and (requested_at < ${at} or id < ${beside.id}::uuid)`
        : sql`requested_at >= ${at} and (requested_at > ${at} or id > ${beside.id}::uuid)`,
    )
  }
  return sql.join(all, sql` and `)
}

const inTime = ({ beside }: Place): RawBuilder<unknown> =>
  beside?.direction === 'newer' ? sql`requested_at` : sql`requested_at desc`

const inOrder = ({ beside }: Place): RawBuilder<unknown> =>
  beside?.direction === 'newer' ? sql`requested_at, id` : sql`requested_at desc, id desc`
