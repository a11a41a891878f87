import { beforeAll, describe, expect, test } from 'vitest'
import { createTestOrganization } from '../../../test/support/app.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { newId } from '../../platform/id.ts'
import { type AuditEntry as Entry, upsertAuditEntries } from './entries.ts'
import { listAuditLog } from './list.ts'
import type { AuditLogQuery } from './schemas.ts'

const t = useTestApp()

const pick = <T>(values: readonly T[], index: number): T =>
  values[index % values.length] ?? (values[0] as T)

const ACTORS = Array.from({ length: 6 }, () => newId())
const PATHS = [
  ...['/v1/usage/record', '/v1/usage/record', '/v1/usage/record', '/v1/customers', '/v1/events'],
  '/v1/invoices/019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10',
  ...['/v1/invoices/preview', '/v1/usage/estimate'],
]
const READS = ['/v1/usage/record', '/v1/invoices/preview', '/v1/usage/estimate']
const STATUSES = [200, 200, 200, 201, 400, 404, 500]
const METHODS = ['POST', 'GET', 'DELETE']

/** Creates entries of every kind, three per second. */
function entriesOf(organizationId: string, count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => {
    // Pseudo-random, and identical in each run.
    const random = (index * 7919 + 104_729) % 9973
    const who = random % ACTORS.length
    return {
      id: newId(),
      organizationId,
      actor: { kind: who < 2 ? 'user' : 'api_key', id: pick(ACTORS, who) },
      method: pick(METHODS, random >> 2),
      path: pick(PATHS, random >> 3),
      status: pick(STATUSES, random >> 4),
      ipAddress: '198.51.100.7',
      requestedAt: new Date(Date.parse('2026-03-01T00:00:00Z') + Math.floor(index / 3) * 1_200_000),
    }
  })
}

let entries: Entry[]
let organizationId: string
beforeAll(async () => {
  organizationId = t.organization.id
  const other = await createTestOrganization(t.dependencies)
  entries = entriesOf(organizationId, 300)
  const foreign = entriesOf(other.id, 100)
  await upsertAuditEntries(t.database.pool, [...entries, ...foreign])
})

/** Returns the entries that a filter matches, latest first. */
function expected(query: Partial<AuditLogQuery>): string[] {
  const { actorKind, actorId, method, isChange, status, path } = query
  const { startDate = '0', endDate = '9' } = query
  return entries
    .filter(
      (entry) =>
        (actorKind === undefined || entry.actor.kind === actorKind) &&
        (actorId === undefined || entry.actor.id === actorId) &&
        (method === undefined || entry.method === method) &&
        (isChange === undefined ||
          (entry.method !== 'GET' && !READS.includes(entry.path)) === isChange) &&
        (status === undefined || String(entry.status).startsWith(status.replace('xx', ''))) &&
        (path === undefined || entry.path === path) &&
        entry.requestedAt.toISOString().slice(0, 10) >= startDate &&
        entry.requestedAt.toISOString().slice(0, 10) <= endDate,
    )
    .toSorted((a, b) => b.requestedAt.getTime() - a.requestedAt.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id)
}

const list = (query: Partial<AuditLogQuery>) =>
  listAuditLog(t.database.db, organizationId, { limit: 7, ...query })

async function walk(query: Partial<AuditLogQuery>, cursor: 'nextCursor' | 'previousCursor') {
  const pages: string[][] = []
  for (let page = await list(query); ; ) {
    pages.push(page.results.map(({ id }) => id))
    const next = page[cursor]
    if (next === null) return { pages, last: page }
    page = await list({ ...query, cursor: next })
  }
}

describe('every filter finds its matches, page by page, in both directions:', () => {
  const [person, key] = [pick(ACTORS, 0), pick(ACTORS, 2)]
  const filters: Partial<AuditLogQuery>[] = [
    {},
    { actorKind: 'user' },
    { actorKind: 'api_key' },
    { actorId: key },
    { actorId: person, actorKind: 'user' },
    { actorId: person, actorKind: 'api_key' },
    { method: 'GET' },
    { status: '200' },
    { status: '4xx' },
    { status: '418' },
    { isChange: true },
    { isChange: false, status: '5xx' },
    { isChange: true, method: 'POST', status: '200' },
    { isChange: false, method: 'POST', actorKind: 'user' },
    { isChange: false, method: 'POST', path: '/v1/invoices/preview' },
    { isChange: true, path: '/v1/invoices/preview' },
    { isChange: false, path: '/v1/customers' },
    { isChange: true, path: '/v1/usage/record' },
    { isChange: true, path: '/v1/customers', actorKind: 'user' },
    { path: '/v1/usage/record' },
    { path: '/v1/customers' },
    { path: pick(PATHS, 5) },
    { path: '/v1/nothing' },
    { startDate: '2026-03-01', endDate: '2026-03-01' },
    { status: '5xx', method: 'DELETE', path: '/v1/events', actorKind: 'api_key' },
    { status: '404', startDate: '2026-03-02' },
    { path: '/v1/usage/record', status: '500', actorId: key, endDate: '2026-03-01' },
    { path: '/v1/events', actorKind: 'user', startDate: '2026-03-01', endDate: '2026-03-02' },
  ]
  test.each(filters.map((filter) => [JSON.stringify(filter), filter] as const))(
    '%s',
    async (_, f) => {
      const ids = expected(f)
      const older = await walk(f, 'nextCursor')
      expect(older.pages.flat()).toEqual(ids)
      const cursor = older.last.previousCursor
      expect(cursor === null).toBe(ids.length <= 7)
      if (cursor === null) return
      const newer = await walk({ ...f, cursor }, 'previousCursor')
      const lastPage = older.pages.at(-1) ?? []
      expect(newer.pages.toReversed().flat()).toEqual(ids.slice(0, ids.length - lastPage.length))
    },
  )

  test('the filters above match something', () => {
    expect(filters.filter((filter) => expected(filter).length > 7).length).toBeGreaterThan(12)
  })
})

test('entries of one instant, and times with microseconds, are neither skipped nor repeated', async () => {
  const { id } = await createTestOrganization(t.dependencies)
  const at = new Date('2026-03-01T00:00:00Z')
  const same = entriesOf(id, 20).map((entry) => ({ ...entry, requestedAt: at }))
  await upsertAuditEntries(t.database.pool, same)
  await t.database.pool.query(
    `update audit_log set requested_at = requested_at + interval '1 microsecond' * (hashtext(id::text) % 3)
     where organization_id = $1`,
    [id],
  )
  for (const query of [{}, { actorKind: 'api_key' as const }]) {
    const seen: string[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page = await listAuditLog(t.database.db, id, {
        limit: 3,
        ...query,
        ...(cursor === undefined ? {} : { cursor }),
      })
      seen.push(...page.results.map((entry) => entry.id))
      cursor = page.nextCursor
    }
    const wanted = same.filter(({ actor }) => !('actorKind' in query) || actor.kind === 'api_key')
    expect(seen.length).toBe(wanted.length)
    expect(new Set(seen)).toEqual(new Set(wanted.map((entry) => entry.id)))
  }
})

test('a cursor of another organization is refused like an unknown one', async () => {
  const { id } = await createTestOrganization(t.dependencies)
  const [foreign] = entriesOf(id, 1)
  await upsertAuditEntries(t.database.pool, [foreign as Entry])
  for (const cursor of [
    `older-${foreign?.id}`,
    `newer-${newId()}`,
    'older-',
    'sideways',
    "older-'--",
  ]) {
    await expect(list({ cursor })).rejects.toThrow('cursor is not one of this list')
  }
})

test('an entry with a changed status is found by its final status', async () => {
  const { id } = await createTestOrganization(t.dependencies)
  const [entry] = entriesOf(id, 1) as [Entry]
  await upsertAuditEntries(t.database.pool, [{ ...entry, status: 200 }])
  await upsertAuditEntries(t.database.pool, [{ ...entry, status: 503 }])
  const find = async (status: string) =>
    (await listAuditLog(t.database.db, id, { limit: 5, status })).results.map((one) => one.id)
  expect(await find('503')).toEqual([entry.id])
  expect(await find('200')).toEqual([])
})

test('a kind of entry that several processes write concurrently is stored once, and no entry is lost', async () => {
  const { id } = await createTestOrganization(t.dependencies)
  const batches = Array.from({ length: 8 }, () => entriesOf(id, 40))
  await Promise.all(batches.map((batch) => upsertAuditEntries(t.database.pool, batch.toReversed())))
  const { rows } = await t.database.pool.query(
    `select count(*)::int as count, count(distinct kind)::int as kinds
     from audit_log_kinds where organization_id = $1`,
    [id],
  )
  expect(rows[0].count).toBe(rows[0].kinds)
  const { results } = await listAuditLog(t.database.db, id, { limit: 100, status: '404' })
  expect(results).toHaveLength(8 * entriesOf(id, 40).filter(({ status }) => status === 404).length)
})
