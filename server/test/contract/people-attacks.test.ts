import crypto, { createHmac, randomBytes } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect, test } from 'vitest'
import { sessionSecret } from '../../src/features/sessions/auth-library.ts'
import { createTestApp } from '../support/app.ts'
import { createBrowser, givenMember, givenPerson, PASSWORD, signInAs } from '../support/people.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date()
const t = useTestApp({ now: () => now })

const at = (remoteAddress: string, headers: Record<string, string> = {}) =>
  createBrowser(t, { remoteAddress, headers })
const trying = (browser: ReturnType<typeof at>, email: string, password = 'a wrong one') =>
  browser.post('/v1/auth/sign-in', { email, password })

test('guessing one account is slowed down from any network, for a limited time', async () => {
  const { email } = await givenPerson(t)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => trying(at(`198.51.100.${index}`), email)),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  const refused = answers.find(({ status }) => status === 429)
  const seconds = Number(refused?.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(300)
  expect((await trying(at('198.51.100.200'), email, PASSWORD)).status).toBe(429)
  now = new Date(now.getTime() + 301_000)
  expect((await trying(at('198.51.100.200'), email, PASSWORD)).status).toBe(204)
})

test('guessing strangers do not lock out a person from a known network', async () => {
  const person = await givenPerson(t)
  const home = '2001:db8:7:7::1'
  await signInAs(t, person, { remoteAddress: home })
  for (let index = 0; index < 12; index += 1) await trying(at(`203.0.113.${index}`), person.email)
  expect((await trying(at('203.0.113.99'), person.email, PASSWORD)).status).toBe(429)
  // Another address in the same network, and also in a newly started process.
  expect((await trying(at('2001:db8:7:7::2'), person.email, PASSWORD)).status).toBe(204)
  const other = await createTestApp({
    now: () => now,
    database: { ...t.database, close: async () => undefined },
  })
  try {
    const there = (remoteAddress: string) => createBrowser(other, { remoteAddress })
    for (let index = 0; index < 12; index += 1) {
      await trying(there(`203.0.113.${index}`), person.email)
    }
    expect((await trying(there('203.0.113.99'), person.email, PASSWORD)).status).toBe(429)
    expect((await trying(there(home), person.email, PASSWORD)).status).toBe(204)
  } finally {
    await other.close()
  }
})

test('guessing many accounts from one network is slowed down, whatever the headers claim', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 60; index += 1) {
    const forged = {
      'x-forwarded-for': `10.0.0.${index}`,
      'x-piecework-ip': `10.0.1.${index}`,
      'x-real-ip': `10.0.2.${index}`,
      'cf-connecting-ip': `10.0.3.${index}`,
    }
    const { status } = await trying(at('192.0.2.77', forged), `guess${index}@acme.test`)
    statuses.push(status)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(50)
  expect(statuses.slice(50)).toEqual(Array(10).fill(429))
})

test('the address of a session is the one that the connection came from', async () => {
  const person = await givenPerson(t)
  const forged = { 'x-piecework-ip': '10.9.9.9', 'x-forwarded-for': '10.9.9.9' }
  const browser = await signInAs(t, person, { remoteAddress: '192.0.2.5', headers: forged })
  const { results } = (await browser.get('/v1/sessions')).body
  expect(results).toMatchObject([{ ipAddress: '192.0.2.5' }])
})

test('guessing the current password from a stolen session is slowed down', async () => {
  const browser = await signInAs(t, await givenPerson(t))
  const statuses: number[] = []
  for (let index = 0; index < 12; index += 1) {
    const passwords = { currentPassword: `guess ${index}`, newPassword: 'another long one' }
    statuses.push((await browser.post('/v1/auth/change-password', passwords)).status)
  }
  expect(statuses).toEqual([...Array(10).fill(409), 429, 429])
})

test('a known and an unknown address cost the same work: one password is hashed', async () => {
  const { email } = await givenPerson(t)
  const { scrypt } = crypto
  let hashed = 0
  const counting = (...sent: unknown[]) => {
    hashed += 1
    return Reflect.apply(scrypt, crypto, sent)
  }
  crypto.scrypt = counting as typeof scrypt
  syncBuiltinESMExports()
  try {
    for (const [index, address] of [email, 'nobody@acme.test'].entries()) {
      hashed = 0
      expect((await trying(at(`203.0.2.${index}`), address)).status).toBe(401)
      expect(hashed, address).toBe(1)
    }
  } finally {
    crypto.scrypt = scrypt
    syncBuiltinESMExports()
  }
})

test('sign-in replaces a session that was planted before it', async () => {
  const attacker = await signInAs(t, await givenPerson(t))
  const planted = attacker.cookie()
  const victim = await givenPerson(t, { role: 'owner', organizationId: t.organization.id })
  const browser = await signInAs(t, victim, { cookie: planted })
  expect(browser.cookie()).not.toBe(planted)
  expect((await browser.get('/v1/session')).body.person.id).toBe(victim.userId)
  expect((await createBrowser(t, { cookie: planted }).get('/v1/session')).status).toBe(401)
  const made = 'piecework.session_token=a-token-of-my-own'
  expect((await createBrowser(t, { cookie: made }).get('/v1/session')).status).toBe(401)
})

const NAME = 'piecework.session_token'
const cookieOf = (token: string, secret: string) => {
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `${NAME}=${encodeURIComponent(`${token}.${signature}`)}`
}

test('session rows of the database are useless without the secret', async () => {
  const { userId } = await givenMember(t, { role: 'owner' })
  const { rows } = await t.database.pool.query('select token from sessions where user_id = $1', [
    userId,
  ])
  const token: string = rows[0].token
  const status = async (cookie: string) =>
    (await createBrowser(t, { cookie }).get('/v1/session')).status
  expect(await status(cookieOf(token, sessionSecret(t.config.secret)))).toBe(200)
  expect(await status(cookieOf(token, t.config.secret))).toBe(401)
  expect(await status(cookieOf(token, sessionSecret('another secret of a deployment')))).toBe(401)
  expect(await status(`${NAME}=${token}`)).toBe(401)
  expect(await status(`${NAME}=${token}.`)).toBe(401)
  expect(await status(`${NAME}=%E0%A4%A`)).toBe(401)
  const random = randomBytes(24).toString('base64url')
  expect(await status(cookieOf(random, sessionSecret(t.config.secret)))).toBe(401)
})

test('of two different cookies neither counts', async () => {
  const [a, b] = [await givenMember(t, { role: 'owner' }), await givenMember(t, { role: 'viewer' })]
  const [first, second] = [a.browser.cookie(), b.browser.cookie()]
  const status = async (cookie: string) =>
    (await createBrowser(t, { cookie }).get('/v1/session')).status
  expect(await status(`${first}; ${second}`)).toBe(401)
  expect(await status(`${second}; ${first}`)).toBe(401)
  expect(await status(`other=1; ${first}; more=2`)).toBe(200)
  expect(await status(`${first}; ${first}`)).toBe(200)
})

test('a session that ended in one process has ended in the other on the next request', async () => {
  const other = await createTestApp({ database: { ...t.database, close: async () => undefined } })
  try {
    const person = await givenPerson(t)
    for (const end of [
      ['/v1/auth/sign-out', undefined],
      ['/v1/auth/change-password', { currentPassword: PASSWORD, newPassword: PASSWORD }],
    ] as const) {
      const browser = await signInAs(t, person)
      const there = createBrowser(other, { cookie: browser.cookie() })
      expect((await there.get('/v1/session')).status).toBe(200)
      expect((await browser.post(end[0], end[1])).status).toBe(204)
      expect((await there.get('/v1/session')).status, end[0]).toBe(401)
    }
  } finally {
    await other.close()
  }
})

test('an expired session is invalid, although its row still exists', async () => {
  const { userId, browser } = await givenMember(t, { role: 'owner' })
  await t.database.pool.query('update sessions set expires_at = $1 where user_id = $2', [
    now,
    userId,
  ])
  expect((await browser.get('/v1/session')).status).toBe(401)
})

test('an end of all sessions leaves no sign-in by the old password behind', async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await givenPerson(t)
    const browser = await signInAs(t, person)
    const attempts = Array.from({ length: 6 }, (_, index) => at(`198.18.${round}.${index}`))
    const passwords = { currentPassword: PASSWORD, newPassword: 'another long one' }
    const [changed] = await Promise.all([
      browser.post('/v1/auth/change-password', passwords),
      ...attempts.map((one) => trying(one, person.email, PASSWORD)),
    ])
    expect(changed.status).toBe(204)
    for (const one of attempts) expect((await one.get('/v1/session')).status).toBe(401)
    expect((await browser.get('/v1/session')).status).toBe(200)
  }
})

test('unlisted routes of the library cannot be reached', async () => {
  const browser = await signInAs(t, await givenPerson(t))
  for (const path of [
    'sign-up/email',
    'list-sessions',
    'get-session',
    'update-user',
    'delete-user',
    'change-email',
    'organization/create',
    'organization/delete',
    'sign-in/email',
    'sign-in/social',
    'revoke-session',
    'verify-email',
    'token',
  ]) {
    for (const prefix of ['/v1/auth', '/library', '/api/auth']) {
      const body = { email: 'x@acme.test', password: PASSWORD, name: 'X' }
      expect((await browser.post(`${prefix}/${path}`, body)).status, path).toBe(404)
    }
  }
  const { rows } = await t.database.pool.query(`select id from users where email = 'x@acme.test'`)
  expect(rows).toEqual([])
})
