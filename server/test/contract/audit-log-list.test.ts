import { beforeAll, describe, expect, test } from 'vitest'
import document from '../../../openapi.json' with { type: 'json' }
import { IS_CHANGE, KIND, READING_POSTS } from '../../src/features/audit-log/kind.ts'
import type { Role } from '../../src/features/auth/permissions.ts'
import { createApi, createTestOrganization } from '../support/app.ts'
import { type Browser, givenMember } from '../support/people.ts'
import { llm } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const AUDIT_LOG = '/v1/audit-log'

const t = useTestApp()
const browsers = {} as Record<Role, Browser>
let owner: Browser
let ownerId: string

beforeAll(async () => {
  for (const role of ['viewer', 'member', 'admin', 'owner'] as const) {
    const { browser, userId } = await givenMember(t, { role })
    browsers[role] = browser
    ownerId = userId
  }
  owner = browsers.owner
})

type Entry = { method: string; path: string; status: number; actor: { id: string } }
const read = async (query: string, browser = owner): Promise<Entry[]> => {
  const { status, body } = await browser.get(`${AUDIT_LOG}?limit=100&${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.results
}
const inShort = ({ method, path, status }: Entry) => `${method} ${path} ${status}`

test('lists each request with its actor, operation and outcome', async () => {
  await t.api.record(llm())
  await t.api.get('/v1/customers?search=secret')
  await owner.post('/v1/customers', { name: 'Acme' })
  const [persons] = await read('actorKind=user&method=POST')
  expect(persons).toEqual({
    id: expect.any(String),
    requestedAt: expect.any(String),
    actor: {
      kind: 'user',
      id: ownerId,
      name: 'Ann Lee',
      hint: null,
      email: expect.stringContaining('@acme.test'),
    },
    method: 'POST',
    path: '/v1/customers',
    status: 201,
    ipAddress: '127.0.0.1',
    changedFields: [],
    objectId: expect.any(String),
    requestId: expect.any(String),
    organizationId: t.organization.id,
  })
  const [keys] = await read('actorKind=api_key&method=GET')
  expect(keys).toMatchObject({
    actor: {
      kind: 'api_key',
      name: 'secret',
      hint: `pw_sk_test_…${t.organization.secretKey.slice(-4)}`,
      email: null,
    },
    path: '/v1/customers',
    status: 200,
  })
  expect((await read(`actorId=${keys?.actor.id}&path=/v1/usage/record`)).map(inShort)).toEqual([
    'POST /v1/usage/record 200',
  ])
})

test('counts no POST that only computes an answer as a change', async () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    'post' in methods && /^(preview|estimate|check)/.test(methods.post.operationId) ? [path] : [],
  )
  expect(operations.toSorted()).toEqual([...READING_POSTS].toSorted())
  for (const path of operations) await owner.post(path, {})
  const of = async (isChange: boolean) =>
    (await read(`method=POST&isChange=${isChange}`)).map(({ path }) => path)
  expect((await of(false)).filter((path) => operations.includes(path)).toSorted()).toEqual(
    operations.toSorted(),
  )
  expect((await of(true)).filter((path) => operations.includes(path))).toEqual([])
})

test('has an index of exactly the changes', async () => {
  await t.database.pool.query(
    `create index probe on audit_log ((${KIND}), requested_at) where ${IS_CHANGE}`,
  )
  const { rows } = await t.database.pool.query(
    `select pg_get_indexdef(indexrelid, 1, true) as kind, pg_get_expr(indpred, indrelid) as condition
     from pg_index where indexrelid in ('probe'::regclass, 'audit_log_change_idx'::regclass)`,
  )
  await t.database.pool.query('drop index probe')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toEqual(rows[1])
})

test('shows a key from its creation to its last, refused use, and never its value', async () => {
  const { body: key } = await owner.post('/v1/api-keys', { name: 'short-lived', type: 'secret' })
  const api = createApi(t.app, key.key)
  await api.get('/v1/verify')
  await api.get(`/v1/services/${key.key}`)
  await owner.delete(`/v1/api-keys/${key.id}`)
  expect((await api.get('/v1/verify')).status).toBe(401)
  expect((await read(`actorId=${key.id}`)).map(inShort)).toEqual([
    'GET /v1/services/[key] 400',
    'GET /v1/verify 200',
  ])
  expect((await read(`path=/v1/api-keys/${key.id}`)).map(inShort)).toEqual([
    `DELETE /v1/api-keys/${key.id} 204`,
  ])
  expect((await read('path=/v1/api-keys&method=POST')).map(inShort)).toEqual([
    'POST /v1/api-keys 201',
  ])
  expect(JSON.stringify(await read(''))).not.toContain(key.key.slice(-43))
})

test('includes requests refused for lack of a role', async () => {
  await browsers.viewer.post('/v1/customers', { name: 'Not mine' })
  const [entry] = await read('status=403&method=POST&actorKind=user')
  expect(entry && inShort(entry)).toBe('POST /v1/customers 403')
})

test("never has another organization's entries", async () => {
  const { id: organizationId, secretKey } = await createTestOrganization(t.dependencies)
  const { browser } = await givenMember(t, { role: 'owner', organizationId })
  await createApi(t.app, secretKey).get('/v1/verify')
  const own = await read('', browser)
  expect(own.map(inShort)).toContain('GET /v1/verify 200')
  const ids = new Set((await read('')).map((entry) => Reflect.get(entry, 'id')))
  expect(own.filter((entry) => ids.has(Reflect.get(entry, 'id')))).toEqual([])
  const [actor] = own.map((entry) => entry.actor.id)
  expect(await read(`actorId=${actor}`)).toEqual([])
  const cursor = `older-${Reflect.get(own[0] ?? {}, 'id')}`
  expect((await owner.get(`${AUDIT_LOG}?cursor=${cursor}`)).status).toBe(400)
})

describe('who may read it:', () => {
  test.each([
    ['viewer', 403],
    ['member', 403],
    ['admin', 200],
    ['owner', 200],
  ] as const)('a %s gets %i', async (role, status) => {
    expect((await browsers[role].get(AUDIT_LOG)).status).toBe(status)
  })
})

test('is written as CSV, all of it, with filters', async () => {
  const organization = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, organization.secretKey)
  for (let times = 0; times < 25; times += 1) await api.get('/v1/verify')
  const { browser } = await givenMember(t, { role: 'admin', organizationId: organization.id })
  const answer = await t.app.inject({
    url: `${AUDIT_LOG}?path=/v1/verify`,
    headers: {
      accept: 'text/csv',
      cookie: browser.cookie(),
      'x-piecework-organization': organization.id,
    },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('text/csv')
  const [heading, ...lines] = answer.body.trimEnd().split('\r\n')
  expect(heading).toBe(
    'id,requestedAt,actor.kind,actor.id,actor.name,actor.hint,actor.email,method,path,status,' +
      'ipAddress,changedFields,objectId,requestId,organizationId',
  )
  expect(lines).toHaveLength(25)
  expect(lines[0]).toMatch(
    /,api_key,.*,secret,pw_sk_test_….{4},,GET,\/v1\/verify,200,127\.0\.0\.1,\[\],,,[0-9a-f-]{36}$/,
  )
})
