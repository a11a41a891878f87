import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Api, createApi, createTestApp } from '../../../test/support/app.ts'
import { givenCustomer } from '../../../test/support/given.ts'
import { createBrowser, givenMember } from '../../../test/support/people.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { untilWaiting } from '../../../test/support/waiting.ts'
import { createApiKey } from '../auth/api-keys.ts'
import { createDemo, fillNewDemo, removeDemo } from './service.ts'
import { fillDemo } from './story/fill.ts'

const t = useTestApp()
let origin: string
beforeAll(async () => {
  origin = await t.app.listen({ host: '127.0.0.1', port: 0 })
})
// Each test begins without a demo, even after a failure.
afterEach(() => removeDemo(t.dependencies.db))

const db = () => t.dependencies.db
const made = () => createDemo(db(), 'test', new Date())

async function rowsOf(organizationId: string): Promise<Record<string, number>> {
  const { rows: tables } = await t.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'organization_id' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await t.database.pool.query<{ count: number }>(
      `select count(*)::int as count from "${name}" where organization_id = $1`,
      [organizationId],
    )
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

async function apiOf(organizationId: string): Promise<Api> {
  const newKey = { organizationId, type: 'secret', environment: 'test', name: 'test' } as const
  return createApi(t.app, (await createApiKey(db(), newKey, new Date())).key)
}

test('a demo simulates its months through the API up to today, and is deleted without a trace', async () => {
  await givenCustomer(t.api)
  await givenMember(t, { role: 'member' })
  const others = await rowsOf(t.organization.id)
  const demo = await made()
  const { id } = demo.organization
  const seen: number[] = []
  await fillNewDemo(db(), demo, {
    origin,
    months: 2,
    now: () => new Date(),
    onProgress: ({ share }) => seen.push(share),
  })
  expect(seen).toEqual([0, 1 / 3, 2 / 3, 1])
  t.dependencies.authenticator.forget()
  expect((await createApi(t.app, demo.key.key).get('/v1/verify')).status).toBe(401)
  const api = await apiOf(id)
  const clock = (await api.get('/v1/test-clock')).body
  expect(clock).toMatchObject({ isSet: false, movingTo: null })
  const { body: unknown } = await api.get('/v1/events/needs-cost-backfill')
  expect(unknown.totalEvents).toBeGreaterThan(0)
  const { data } = (await api.get('/v1/invoices?limit=100')).body
  const statuses = new Set(data.map((one: { status: string }) => one.status))
  expect(statuses).toContain('paid')
  expect(statuses).toContain('refunded')
  const { body: events } = await api.get('/v1/events?limit=1')
  expect(Date.now() - Date.parse(events.results[0].usageDate)).toBeLessThan(2 * 86_400_000)
  expect((await t.dependencies.db.selectFrom('members').selectAll().execute()).length).toBe(
    2 * (others.members ?? 0),
  )

  expect(await removeDemo(db())).toBe(true)
  expect(new Set(Object.values(await rowsOf(id)))).toEqual(new Set([0]))
  expect(await rowsOf(t.organization.id)).toEqual(others)
  t.dependencies.authenticator.forget()
  expect((await api.get('/v1/verify')).status).toBe(401)
  expect(await removeDemo(db())).toBe(false)
})

test('of two concurrent creations one succeeds', async () => {
  const results = await Promise.allSettled([made(), made(), made()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) {
    if (result.status === 'rejected')
      expect(result.reason.message).toMatch('There is already a demo')
  }
  expect((await t.dependencies.db.selectFrom('organizations').select('id').execute()).length).toBe(
    2,
  )
  await removeDemo(db())
})

test('a live deployment refuses a demo', async () => {
  await expect(createDemo(db(), 'live', new Date())).rejects.toThrow('only in a test deployment')
})

test('an organization with a customer is never filled, because its clock does not go back', async () => {
  const { key } = await createApiKey(
    db(),
    { organizationId: t.organization.id, type: 'secret', environment: 'test', name: 'own' },
    new Date(),
  )
  await givenCustomer(t.api)
  const things = async () => {
    const {
      customers,
      agents,
      pricing_plans: plans,
      test_clocks: clocks,
    } = await rowsOf(t.organization.id)
    return { customers, agents, plans, clocks }
  }
  const before = await things()
  const filling = { onProgress: () => undefined, now: () => new Date() }
  await expect(fillDemo({ origin, key }, filling)).rejects.toThrow('422')
  expect(await things()).toEqual({ ...before, clocks: 0 })
})

test('an admin creates it, reads its progress, and deletes it while it is filled', async () => {
  const { browser } = await givenMember(t, { role: 'admin' })
  const call = (method: 'GET' | 'POST' | 'DELETE') => browser.call(method, '/v1/demo')
  expect((await call('GET')).body).toEqual({ organization: null, progress: null, problem: null })
  const begun = await call('POST')
  expect(begun.status, JSON.stringify(begun.body)).toBe(202)
  expect(begun.body).toMatchObject({ organization: { state: 'filling' }, problem: null })
  expect((await call('POST')).status).toBe(409)
  expect((await call('GET')).body.progress.share).toBeGreaterThanOrEqual(0)
  expect((await call('DELETE')).status).toBe(204)
  expect((await call('GET')).body).toEqual({ organization: null, progress: null, problem: null })
  expect((await call('DELETE')).status).toBe(404)
  expect(await rowsOf(begun.body.organization.id)).toMatchObject({ customers: 0, usage_events: 0 })
})

test('a deletion waits for a row that is being added, and deletes it too', async () => {
  const { organization } = await made()
  const other = await t.database.pool.connect()
  await other.query('begin')
  await other.query(
    `insert into agents (id, organization_id, name, agent_code, created_at, updated_at)
     values ($1, $2, 'Late', 'late', now(), now())`,
    [crypto.randomUUID(), organization.id],
  )
  const removed = removeDemo(db())
  await untilWaiting(t.database.pool, 1)
  await other.query('commit')
  other.release()
  expect(await removed).toBe(true)
  expect(await rowsOf(organization.id)).toMatchObject({ agents: 0, api_keys: 0 })
})

test('can be deleted from within, and leaves only the log entry of the deletion', async () => {
  const { browser } = await givenMember(t, { role: 'owner' })
  const { body } = await browser.call('POST', '/v1/demo')
  const { id } = body.organization
  const within = createBrowser(t, { cookie: browser.cookie(), organization: id })
  expect((await within.call('DELETE', '/v1/demo')).status).toBe(204)
  const left = Object.entries(await rowsOf(id)).filter(([, count]) => count > 0)
  expect(left).toEqual([
    ['audit_log', 1],
    ['audit_log_kinds', 1],
  ])
})

test('a service that stops ends the filling, and the demo stays marked as filling', async () => {
  const own = await createTestApp()
  try {
    await own.app.listen({ host: '127.0.0.1', port: 0 })
    const { browser } = await givenMember(own, { role: 'owner' })
    expect((await browser.call('POST', '/v1/demo')).status).toBe(202)
    await own.app.close()
    const { rows } = await own.database.pool.query(
      'select demo from organizations where demo is not null',
    )
    expect(rows).toEqual([{ demo: 'filling' }])
    expect(await removeDemo(own.dependencies.db)).toBe(true)
  } finally {
    await own.close()
  }
})
