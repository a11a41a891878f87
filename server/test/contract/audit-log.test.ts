import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi, createTestApp, createTestOrganization, type TestApp } from '../support/app.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { onOneServer } from '../support/on-one-server.ts'
import { llm, times, unknownModel } from '../support/usage.ts'
import { untilWaiting } from '../support/waiting.ts'

let t: TestApp

beforeAll(async () => {
  t = await createTestApp()
})

afterAll(async () => {
  await t.database.close()
})

const auditLog = async (organizationId: string) => {
  const { rows } = await t.database.pool.query(
    `select l.*, k.type as key_type, k.organization_id as key_organization_id
       from audit_log l left join api_keys k on k.id = l.actor_id
      where l.organization_id = $1 order by l.requested_at, l.id`,
    [organizationId],
  )
  return rows
}

test('holds key, organization, method, path, status, address and time of each request', async () => {
  const before = Date.now()
  const organization = await createTestOrganization(t.dependencies)
  await t.app.inject({
    url: '/v1/verify',
    headers: { 'x-api-key': organization.secretKey },
    remoteAddress: '198.51.100.7',
  })
  const [row, ...more] = await auditLog(organization.id)
  expect(more).toEqual([])
  expect(row).toMatchObject({
    method: 'GET',
    path: '/v1/verify',
    status: 200,
    ip_address: '198.51.100.7',
    actor_kind: 'api_key',
    key_type: 'secret',
    key_organization_id: organization.id,
  })
  expect(row.requested_at.getTime()).toBeGreaterThanOrEqual(before)
  expect(row.requested_at.getTime()).toBeLessThanOrEqual(Date.now())
})

test('holds refused requests too, with the status that was answered', async () => {
  const organization = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, organization.secretKey)
  await api.record(llm())
  await api.post('/v1/usage/record', { records: [] })
  await api.get('/v1/events?limit=0')
  await api.get('/v1/services/00000000-0000-4000-8000-000000000000')
  await createApi(t.app, organization.publishableKey).record(llm())
  const rows = await auditLog(organization.id)
  expect(rows.map((row) => `${row.key_type} ${row.method} ${row.status}`).sort()).toEqual([
    'publishable POST 403',
    'secret GET 400',
    'secret GET 404',
    'secret POST 200',
    'secret POST 400',
  ])
})

test('holds every one of a hundred parallel requests, once', async () => {
  const organization = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, organization.secretKey)
  await Promise.all(times(100, () => api.get('/v1/verify')))
  expect(await auditLog(organization.id)).toHaveLength(100)
})

test('has an entry on disk before its request is answered', async () => {
  const organization = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, organization.secretKey)
  const calls = [
    () => api.get('/v1/verify'),
    () => api.record(llm()),
    // Costed, uncosted and refused records take different code paths.
    () => api.record(unknownModel(), llm()),
    () => api.record({ ...llm(), quantity: -1 }),
    () => api.post('/v1/usage/record', { records: [] }),
    () => api.get('/v1/nothing/here'),
  ]
  for (const [index, call] of calls.entries()) {
    const { status } = await call()
    const rows = await auditLog(organization.id)
    expect(rows).toHaveLength(index + 1)
    expect(rows.at(-1)?.status).toBe(status)
  }
})

// Each node of a cluster has its own transaction ids; citus/whole-commits.test.ts covers clusters.
onOneServer('is written with the events of its request, in one transaction', async () => {
  const organization = await createTestOrganization(t.dependencies)
  await createApi(t.app, organization.secretKey).record(llm(), llm())
  const { rows } = await t.database.pool.query(
    `select xmin::text from audit_log where organization_id = $1
      union select xmin::text from usage_events where organization_id = $1`,
    [organization.id],
  )
  expect(rows).toHaveLength(1)
})

test('is waited for: nothing is answered while an entry cannot be written', async () => {
  const organization = await createTestOrganization(t.dependencies)
  const lock = await t.database.pool.connect()
  await lock.query('begin; lock table audit_log')
  let isAnswered = false
  const answer = createApi(t.app, organization.secretKey)
    .get('/v1/verify')
    .finally(() => {
      isAnswered = true
    })
  await untilWaiting(t.database.pool, 1)
  expect(isAnswered).toBe(false)
  await lock.query('commit')
  lock.release()
  expect((await answer).status).toBe(200)
})

test('includes requests with a key to routes that do not exist', async () => {
  const organization = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, organization.publishableKey)
  expect((await api.get('/v1/no-such-route')).status).toBe(404)
  expect((await api.post('/v1/no-such-route', {})).status).toBe(404)
  const stranger = createApi(t.app, `${organization.secretKey}x`)
  expect((await stranger.get('/v1/no-such-route')).status).toBe(404)
  expect((await t.app.inject({ url: '/v1/no-such-route' })).statusCode).toBe(404)
  const rows = await auditLog(organization.id)
  expect(rows.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'GET /v1/no-such-route 404',
    'POST /v1/no-such-route 404',
  ])
})

test('never holds a key, not even one sent in the address', async () => {
  const organization = await createTestOrganization(t.dependencies)
  const { secretKey, publishableKey } = organization
  const api = createApi(t.app, secretKey)
  await api.get(`/v1/events?apiKey=${secretKey}&x-api-key=${publishableKey}`)
  await api.get(`/v1/services/${secretKey}`)
  const rows = await auditLog(organization.id)
  expect(JSON.stringify(rows)).not.toContain(secretKey)
  expect(JSON.stringify(rows)).not.toContain(publishableKey)
})

test('holds nothing for requests without a valid key', async () => {
  const organization = await createTestOrganization(t.dependencies)
  const count = async () =>
    (await t.database.pool.query('select count(*)::int as count from audit_log')).rows[0].count
  await t.app.inject({ url: '/healthz' })
  await t.app.inject({ url: '/v1/verify' })
  await createApi(t.app, `${organization.secretKey}x`).get('/v1/verify')
  const before = await count()
  await createApi(t.app, organization.secretKey).get('/v1/verify')
  await auditLog(organization.id)
  expect((await count()) - before).toBe(1)
})

test('loses nothing when the service stops right after answering', async () => {
  const organization = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, organization.secretKey)
  await Promise.all(times(30, () => api.record(llm({ customerExternalId: 'last-minute' }))))
  await t.app.close()
  await t.dependencies.close()
  expect(await auditLog(organization.id)).toHaveLength(30)
  await expectRollupsToMatchEvents(t.database.pool)
})
