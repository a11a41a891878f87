import { beforeEach, expect, test, vi } from 'vitest'
import { notWritten } from '../../src/features/audit-log/service.ts'
import { createTestOrganization } from '../support/app.ts'
import type { Fields } from '../support/given.ts'
import { createBrowser, givenPerson, PASSWORD, type Person, signInAs } from '../support/people.ts'
import { useTestApp } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'

const t = useTestApp()

let organizationId: string
let person: Person
beforeEach(async () => {
  organizationId = (await createTestOrganization(t.dependencies)).id
  person = await givenPerson(t, { role: 'owner', organizationId })
})

const SIGN_IN = '/v1/auth/sign-in'
const sign = (email: string, password: string) =>
  createBrowser(t, { remoteAddress: '198.51.100.9' }).post(SIGN_IN, { email, password })

/** Entries about passwords, the oldest first. */
async function entries(id = organizationId): Promise<Fields[]> {
  const { rows } = await t.database.pool.query(
    `select actor_kind, actor_id, method, path, status, ip_address from audit_log
     where organization_id = $1 and path like '/v1/auth/%' order by requested_at, id`,
    [id],
  )
  return rows
}

test('a sign-in is in the log of its organization with its address, before its answer', async () => {
  expect((await sign(person.email, PASSWORD)).status).toBe(204)
  expect(await entries()).toMatchObject([{ status: 204, ip_address: '198.51.100.9' }])
})

test('a sign-in is in the log of each organization of the person, only with its network', async () => {
  const other = await createTestOrganization(t.dependencies)
  const stranger = await createTestOrganization(t.dependencies)
  await t.database.pool.query(
    `insert into members (id, organization_id, user_id, role, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'viewer', now(), now())`,
    [other.id, person.userId],
  )
  expect((await sign(person.email, PASSWORD)).status).toBe(204)
  const entry = {
    actor_kind: 'user',
    actor_id: person.userId,
    method: 'POST',
    path: SIGN_IN,
    status: 204,
    ip_address: '198.51.100.0/24',
  }
  expect(await entries()).toEqual([entry])
  expect(await entries(other.id)).toEqual([entry])
  expect(await entries(stranger.id)).toEqual([])
})

test('a refused sign-in is logged for the account, and one of an unknown address is not logged', async () => {
  const count = async () =>
    (await t.database.pool.query('select count(*)::int as count from audit_log')).rows[0].count
  const before = await count()
  expect((await sign('nobody@acme.test', 'a wrong password')).status).toBe(401)
  expect((await sign(person.email.toUpperCase(), 'a wrong password')).status).toBe(401)
  await eventually(async () => {
    expect(await entries()).toMatchObject([{ actor_id: person.userId, status: 401 }])
  })
  expect(await count()).toBe(before + 1)
})

test('a flood of wrong passwords leaves few entries', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async () => (await sign(person.email, 'a wrong password')).status),
  )
  const refused = statuses.filter((status) => status === 401).length
  expect(statuses.filter((status) => status === 429)).toHaveLength(30 - refused)
  expect(refused).toBeLessThanOrEqual(10)
  await eventually(async () => expect(await entries()).toHaveLength(refused))
})

test('changes of a password are logged, refused ones too', async () => {
  const browser = await signInAs(t, person)
  const newPassword = 'another long password'
  const change = (currentPassword: string) =>
    browser.post('/v1/auth/change-password', { currentPassword, newPassword })
  expect((await change('a wrong password')).status).toBe(409)
  expect((await change(PASSWORD)).status).toBe(204)
  expect((await entries()).map(({ path, status }) => [path, status])).toEqual([
    [SIGN_IN, 204],
    ['/v1/auth/change-password', 409],
    ['/v1/auth/change-password', 204],
  ])
})

/** Makes the next entry that a request waits for too late. */
async function whileLate<T>(send: () => Promise<T>): Promise<T> {
  const write = vi.spyOn(t.dependencies.auditLog, 'write').mockRejectedValueOnce(notWritten())
  try {
    return await send()
  } finally {
    write.mockRestore()
  }
}

test('a password that changed although its entry is late leaves the browser signed in', async () => {
  const browser = await signInAs(t, person)
  const sent = { currentPassword: PASSWORD, newPassword: 'another long password' }
  const { status } = await whileLate(() => browser.post('/v1/auth/change-password', sent))
  expect(status).toBe(503)
  expect((await browser.get('/v1/session')).status).toBe(200)
})

test('a sign-in whose entry is late leaves no second session when it is retried', async () => {
  const browser = createBrowser(t)
  const sent = { email: person.email, password: PASSWORD }
  expect((await whileLate(() => browser.post(SIGN_IN, sent))).status).toBe(503)
  expect((await browser.post(SIGN_IN, sent)).status).toBe(204)
  expect((await browser.get('/v1/sessions')).body.results).toHaveLength(1)
})
