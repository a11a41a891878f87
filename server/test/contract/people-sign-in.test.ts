import { expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import { createBrowser, givenMember, givenPerson, PASSWORD, signInAs } from '../support/people.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp()

test('a person signs in, sees their account and organizations, and signs out', async () => {
  const person = await givenPerson(t, { role: 'admin', organizationId: t.organization.id })
  const browser = await signInAs(t, person)
  const session = await browser.get('/v1/session')
  expect(session.status).toBe(200)
  expect(session.body).toMatchObject({
    person: { id: person.userId, email: person.email, name: 'Ann Lee' },
    memberships: [{ role: 'admin', organization: { id: t.organization.id } }],
    environment: 'test',
    configured: { mail: false, payments: false },
  })
  expect(session.body.memberships[0].permissions).toContain('refund')
  expect(session.body.memberships[0].permissions).not.toContain('owners')
  const cookie = browser.cookie()
  expect((await browser.post('/v1/auth/sign-out')).status).toBe(204)
  expect((await createBrowser(t, { cookie }).get('/v1/session')).status).toBe(401)
})

test('no answer has the token of a session, and scripts cannot read the cookie', async () => {
  const { email } = await givenPerson(t)
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/auth/sign-in',
    headers: { origin: t.config.publicUrl, 'content-type': 'application/json' },
    payload: { email, password: PASSWORD },
  })
  expect(answer.body).toBe('')
  const [set = '', ...more] = [answer.headers['set-cookie'] ?? []].flat()
  expect(more).toEqual([])
  expect(set).toMatch(
    /^piecework\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const cookie = set.split(';', 1)[0] ?? ''
  const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? ''
  expect(token.length).toBeGreaterThanOrEqual(32)
  const browser = createBrowser(t, { cookie })
  for (const url of ['/v1/session', '/v1/sessions']) {
    expect(JSON.stringify((await browser.get(url)).body), url).not.toContain(token)
  }
})

test('an unknown address and a wrong password are refused identically', async () => {
  const { email } = await givenPerson(t)
  const browser = createBrowser(t)
  const wrong = await browser.post('/v1/auth/sign-in', { email, password: 'another one' })
  const unknown = await browser.post('/v1/auth/sign-in', {
    email: 'nobody@acme.test',
    password: PASSWORD,
  })
  expect(wrong.status).toBe(401)
  expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
  expect(wrong.body.code).toBe('wrong_credentials')
})

test('a person may call the routes of a key in the organization that the header names', async () => {
  const { browser } = await givenMember(t, { role: 'owner' })
  expect((await browser.post('/v1/agents', { name: 'A', agentCode: 'a' })).status).toBe(201)
  expect((await browser.get('/v1/agents')).body.totalResults).toBe(1)
})

test('a request without an organization is told how to name one', async () => {
  const { browser } = await givenMember(t, { role: 'owner' })
  const answer = await createBrowser(t, { cookie: browser.cookie() }).get('/v1/agents')
  expect(answer).toMatchObject({ status: 400, body: { code: 'organization_missing' } })
})

test('a password change ends every other session immediately and keeps this one', async () => {
  const person = await givenPerson(t)
  const [here, elsewhere] = [await signInAs(t, person), await signInAs(t, person)]
  const before = here.cookie()
  const wrong = { currentPassword: 'not my password', newPassword: 'something else' }
  expect(await here.post('/v1/auth/change-password', wrong)).toMatchObject({
    status: 409,
    body: { code: 'wrong_password', param: 'currentPassword' },
  })
  const right = { currentPassword: PASSWORD, newPassword: 'something else' }
  expect((await here.post('/v1/auth/change-password', right)).status).toBe(204)
  expect(here.cookie()).not.toBe(before)
  expect((await here.get('/v1/session')).status).toBe(200)
  expect((await elsewhere.get('/v1/session')).status).toBe(401)
  expect((await createBrowser(t, { cookie: before }).get('/v1/session')).status).toBe(401)
  const browser = createBrowser(t)
  const { email } = person
  expect((await browser.post('/v1/auth/sign-in', { email, password: PASSWORD })).status).toBe(401)
  const password = 'something else'
  expect((await browser.post('/v1/auth/sign-in', { email, password })).status).toBe(204)
})

test('a short password is refused by the name of its field, and not repeated', async () => {
  const browser = await signInAs(t, await givenPerson(t))
  const passwords = { currentPassword: PASSWORD, newPassword: 'Sesame' }
  const answer = await browser.post('/v1/auth/change-password', passwords)
  expect(answer).toMatchObject({ status: 400, body: { param: 'newPassword' } })
  expect(messageOf(answer)).not.toContain('Sesame')
})

test('a person lists their sessions and ends another one', async () => {
  const person = await givenPerson(t)
  const stranger = await signInAs(t, await givenPerson(t))
  const [here, elsewhere] = [await signInAs(t, person), await signInAs(t, person)]
  const { results } = (await here.get('/v1/sessions')).body
  expect(results.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).toSorted()).toEqual([
    false,
    true,
  ])
  const other = results.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  expect((await stranger.delete(`/v1/sessions/${other.id}`)).status).toBe(404)
  expect((await here.delete(`/v1/sessions/${other.id}`)).status).toBe(204)
  expect((await elsewhere.get('/v1/session')).status).toBe(401)
  const third = await signInAs(t, person)
  expect((await here.post('/v1/sessions/end-others')).status).toBe(204)
  expect((await third.get('/v1/session')).status).toBe(401)
  expect((await here.get('/v1/session')).status).toBe(200)
})

test('a person changes their name', async () => {
  const browser = await signInAs(t, await givenPerson(t))
  const renamed = await browser.patch('/v1/account', { name: ' Ann B. Lee ' })
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Ann B. Lee' } })
  expect((await browser.get('/v1/session')).body.person.name).toBe('Ann B. Lee')
})

test('a session that is used is extended, once a day', async () => {
  const person = await givenPerson(t)
  const browser = await signInAs(t, person)
  expect((await browser.get('/v1/session')).headers['set-cookie']).toBeUndefined()
  await t.database.pool.query(
    `update sessions set expires_at = now() + interval '3 days' where user_id = $1`,
    [person.userId],
  )
  const extended = await browser.get('/v1/session')
  expect(String(extended.headers['set-cookie'])).toContain('Max-Age=604800')
  const days = (Date.parse(extended.body.session.expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
})
