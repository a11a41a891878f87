import type { Db } from '../../platform/database.ts'
import { parseDateRange } from '../../platform/dates/date-range.ts'
import { AppError } from '../../platform/errors.ts'
import { type CsvFile, csvFile, csvTable } from '../../platform/http/csv/csv-table.ts'
import { mapPages, pagesAfter } from '../../platform/http/csv/pages.ts'
import { PAGE_SIZE_MAX } from '../../platform/http/list.ts'
import { listActorNames } from './actor-queries.ts'
import {
  type AuditLogCursor,
  type EntryFilter,
  findEntryTime,
  type ListedEntry,
  listEntries,
} from './list-queries.ts'
import { AuditEntry, type AuditLogPage, type AuditLogQuery } from './schemas.ts'

const EXPORTED_AT_ONCE = 500

/**
 * Returns a page of an organization's log. There is no total: counting very many entries takes
 * seconds, and readers of a log move page by page.
 */
export async function listAuditLog(
  db: Db,
  organizationId: string,
  query: AuditLogQuery,
): Promise<AuditLogPage> {
  const limit = Math.min(query.limit, PAGE_SIZE_MAX)
  const filter = filterOf(organizationId, query)
  const cursor = await findCursor(db, organizationId, query.cursor)
  // One extra entry shows if there is another page.
  const found = await listEntries(db, filter, { cursor, limit: limit + 1 })
  const hasMore = found.length > limit
  const isNewer = cursor?.direction === 'newer'
  const nearest = found.slice(0, limit)
  const entries = isNewer ? nearest.toReversed() : nearest
  const [first, last] = [entries.at(0), entries.at(-1)]
  const hasNewer = isNewer ? hasMore : cursor !== undefined
  const hasOlder = isNewer || hasMore
  return {
    results: await toBodies(db, organizationId, entries),
    limit,
    nextCursor: hasOlder && last ? `older-${last.id}` : null,
    previousCursor: hasNewer && first ? `newer-${first.id}` : null,
  }
}

export const AUDIT_LOG_TABLE = csvTable('audit-log', AuditEntry)

/** Exports all entries that match a query as CSV. */
export function exportAuditLog(db: Db, organizationId: string, query: AuditLogQuery): CsvFile {
  const filter = filterOf(organizationId, query)
  const pages = pagesAfter<ListedEntry>(
    (last) =>
      listEntries(db, filter, {
        cursor: last && { direction: 'older', id: last.id, at: last.at },
        limit: EXPORTED_AT_ONCE,
      }),
    EXPORTED_AT_ONCE,
  )
  return csvFile(
    AUDIT_LOG_TABLE,
    mapPages(pages, (entries) => toBodies(db, organizationId, entries)),
  )
}

function filterOf(organizationId: string, query: AuditLogQuery): EntryFilter {
  const { actorKind, actorId, method, isChange, path } = query
  const { start, end } = parseDateRange(query)
  return {
    organizationId,
    actorKind,
    actorId,
    method,
    isChange,
    path,
    status: query.status === undefined ? undefined : statusesOf(query.status),
    from: start === undefined ? undefined : new Date(start),
    until: end === undefined ? undefined : new Date(end),
  }
}

/** Parses a status filter: `404` is a single status, `4xx` means 400 to 499. */
function statusesOf(text: string): { from: number; to: number } {
  return { from: Number(text.replace('xx', '00')), to: Number(text.replace('xx', '99')) }
}

const CURSOR = /^(older|newer)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

async function findCursor(
  db: Db,
  organizationId: string,
  cursor: string | undefined,
): Promise<AuditLogCursor | undefined> {
  if (cursor === undefined) return undefined
  const [, word, id = ''] = CURSOR.exec(cursor) ?? []
  const at = id === '' ? undefined : await findEntryTime(db, organizationId, id)
  if (at === undefined) {
    const message =
      'cursor is not one of this list; send the nextCursor or previousCursor of a page, or leave it out'
    throw new AppError('invalid', message, { param: 'cursor' })
  }
  return { direction: word === 'newer' ? 'newer' : 'older', id, at }
}

async function toBodies(
  db: Db,
  organizationId: string,
  entries: readonly ListedEntry[],
): Promise<AuditEntry[]> {
  const names = await listActorNames(db, organizationId, entries)
  return entries.map(
    ({ at: _, actorKind: kind, actorId, requestedAt, changedFields, ...entry }) => ({
      ...entry,
      objectId: entry.objectId || null,
      requestId: entry.requestId || null,
      organizationId,
      changedFields: changedFields === '' ? [] : changedFields.split(','),
      requestedAt: requestedAt.toISOString(),
      actor: { kind, id: actorId, ...(names.get(actorId) ?? NAMELESS) },
    }),
  )
}

/** For actors that were deleted. */
const NAMELESS = { name: null, hint: null, email: null }
