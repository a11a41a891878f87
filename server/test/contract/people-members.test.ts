import { beforeEach, expect, test } from 'vitest'
import type { Role } from '../../src/features/auth/permissions.ts'
import { createTestApp, createTestOrganization } from '../support/app.ts'
import { createBrowser, givenMember } from '../support/people.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp()
let organizationId: string
beforeEach(async () => {
  organizationId = (await createTestOrganization(t.dependencies)).id
})

type Given = Awaited<ReturnType<typeof givenMember>>

const member = (role: Role) => givenMember(t, { role, organizationId })
const idOf = async ({ userId }: Given): Promise<string> => {
  const { rows } = await t.database.pool.query(
    'select id from members where organization_id = $1 and user_id = $2',
    [organizationId, userId],
  )
  return rows[0].id
}
const roles = async (): Promise<string[]> =>
  (
    await t.database.pool.query(
      'select role from members where organization_id = $1 order by role',
      [organizationId],
    )
  ).rows.map(({ role }) => role)

test('members are listed, searched and sorted, without those of other organizations', async () => {
  const owner = await member('owner')
  const viewer = await member('viewer')
  await givenMember(t, { role: 'owner' })
  const { body } = await owner.browser.get('/v1/members?sortBy=createdAt&sortOrder=asc')
  expect(body.totalResults).toBe(2)
  expect(body.results).toMatchObject([
    { userId: owner.userId, role: 'owner', isYou: true, email: owner.email },
    { userId: viewer.userId, role: 'viewer', isYou: false, name: 'Ann Lee' },
  ])
  const found = await owner.browser.get(`/v1/members?search=${encodeURIComponent(viewer.email)}`)
  expect(found.body.results).toMatchObject([{ userId: viewer.userId }])
})

test('a role counts from the next request on, in another process too', async () => {
  const owner = await member('owner')
  const other = await member('viewer')
  const second = await createTestApp({ database: { ...t.database, close: async () => undefined } })
  try {
    const there = createBrowser(second, {
      cookie: other.browser.cookie(),
      organization: organizationId,
    })
    const agent = (agentCode: string) => there.post('/v1/agents', { name: 'A', agentCode })
    expect((await agent('one')).status).toBe(403)
    const url = `/v1/members/${await idOf(other)}`
    expect(await owner.browser.patch(url, { role: 'member' })).toMatchObject({
      status: 200,
      body: { role: 'member', isYou: false },
    })
    expect((await agent('two')).status).toBe(201)
    expect((await owner.browser.delete(url)).status).toBe(204)
    expect((await there.get('/v1/agents')).status).toBe(404)
    expect((await there.get('/v1/session')).body.memberships).toEqual([])
  } finally {
    await second.close()
  }
})

test('admins manage up to admin; owners alone add and remove owners', async () => {
  await member('owner')
  const owner = await member('owner')
  const admin = await member('admin')
  const other = await member('viewer')
  const as = admin.browser
  const url = async (given: Given) => `/v1/members/${await idOf(given)}`
  expect((await as.patch(await url(other), { role: 'admin' })).status).toBe(200)
  for (const answer of [
    await as.patch(await url(other), { role: 'owner' }),
    await as.patch(await url(admin), { role: 'owner' }),
    await as.patch(await url(owner), { role: 'viewer' }),
    await as.delete(await url(owner)),
  ]) {
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'role_too_low', message: 'Only owners can add and remove owners' },
    })
  }
  expect(await roles()).toEqual(['admin', 'admin', 'owner', 'owner'])
  expect((await owner.browser.patch(await url(other), { role: 'owner' })).status).toBe(200)
})

test('the last owner can neither leave nor be demoted or removed', async () => {
  const owner = await member('owner')
  const url = `/v1/members/${await idOf(owner)}`
  const refused = { status: 409, body: { code: 'last_owner' } }
  expect(await owner.browser.post('/v1/members/leave')).toMatchObject(refused)
  expect(await owner.browser.patch(url, { role: 'admin' })).toMatchObject(refused)
  expect(await owner.browser.delete(url)).toMatchObject(refused)
  await member('owner')
  expect((await owner.browser.post('/v1/members/leave')).status).toBe(204)
  expect(await roles()).toEqual(['owner'])
})

test('owners who concurrently demote and remove one another leave one owner', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await member('owner'), await member('owner')]
    const urls = { a: `/v1/members/${await idOf(a)}`, b: `/v1/members/${await idOf(b)}` }
    const answers = await Promise.all([
      a.browser.patch(urls.b, { role: 'viewer' }),
      b.browser.delete(urls.a),
      a.browser.post('/v1/members/leave'),
      b.browser.post('/v1/members/leave'),
    ])
    for (const { status } of answers) expect(status).toBeLessThan(500)
    expect(await roles()).toContain('owner')
    organizationId = (await createTestOrganization(t.dependencies)).id
  }
})

test('a member removed while a request waits can change nothing', async () => {
  const owner = await member('owner')
  const admin = await member('admin')
  const other = await member('viewer')
  const url = `/v1/members/${await idOf(other)}`
  const holder = await t.database.pool.connect()
  await holder.query('begin; lock table members in access exclusive mode')
  // Its authentication waits for the table lock, and so do the requests after it.
  const promoted = admin.browser.patch(url, { role: 'admin' })
  const removed = owner.browser.delete(`/v1/members/${await idOfLocked(holder, admin)}`)
  await holder.query('commit')
  holder.release()
  const [promotion, removal] = await Promise.all([promoted, removed])
  expect(removal.status).toBe(204)
  // It succeeds before the removal; after the removal it is refused and changes nothing.
  expect([200, 403, 404]).toContain(promotion.status)
  const isAdmin = (await roles()).includes('admin')
  expect(isAdmin).toBe(promotion.status === 200)
})

async function idOfLocked(
  client: { query: (text: string, values: string[]) => Promise<{ rows: { id: string }[] }> },
  { userId }: Given,
): Promise<string> {
  const { rows } = await client.query('select id from members where user_id = $1', [userId])
  return rows[0]?.id ?? ''
}

test('nobody gives themselves a role by fields that a request does not have', async () => {
  const viewer = await member('viewer')
  const as = viewer.browser
  for (const [url, body] of [
    ['/v1/account', { name: 'A', role: 'owner' }],
    ['/v1/account', { name: 'A', emailVerified: true }],
    ['/v1/account', { name: 'A', email: 'b@acme.test' }],
  ] as const) {
    expect(await as.patch(url, body)).toMatchObject({
      status: 400,
      body: { code: 'unknown_field' },
    })
  }
  const sent = { email: viewer.email, password: 'a long password', role: 'owner' }
  expect((await as.post('/v1/auth/sign-in', sent)).status).toBe(400)
  expect(await roles()).toEqual(['viewer'])
})
