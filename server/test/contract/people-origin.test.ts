import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { createApi, messageOf } from '../support/app.ts'
import { createBrowser, givenMember, givenPerson, PASSWORD } from '../support/people.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ config: { publicUrl: 'http://localhost:8080' } })
const EVIL = 'https://evil.example'

async function ownerFrom(origin: string | null) {
  const { browser } = await givenMember(t, { role: 'owner' })
  return createBrowser(t, { cookie: browser.cookie(), organization: t.organization.id, origin })
}

test('tests run with NODE_ENV=test, where the library by default checks nothing', () => {
  expect(process.env.NODE_ENV).toBe('test')
})

test('another website cannot write as the signed-in person', async () => {
  for (const origin of [EVIL, 'http://localhost:8081', 'https://localhost:8080', 'null', null]) {
    const browser = await ownerFrom(origin)
    for (const [method, url, body] of [
      ['post', '/v1/agents', { name: 'A', agentCode: 'a' }],
      ['patch', '/v1/organization', { phone: '1' }],
      ['post', '/v1/auth/sign-out', undefined],
      ['post', '/v1/sessions/end-others', undefined],
      ['post', '/v1/auth/change-password', { currentPassword: PASSWORD, newPassword: PASSWORD }],
    ] as const) {
      const answer = await browser[method](url, body)
      expect(answer, `${method} ${url} from ${origin}`).toMatchObject({
        status: 403,
        body: { code: 'wrong_origin' },
      })
    }
    expect(await browser.delete(`/v1/agents/${t.organization.id}`)).toMatchObject({ status: 403 })
  }
  expect((await t.api.get('/v1/agents')).body.totalResults).toBe(0)
})

test('however the address of a route is written, another website writes nothing', async () => {
  const { browser } = await givenMember(t, { role: 'owner' })
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  for (const path of [
    '/%761/agents',
    '/v1/%61gents',
    `${address}/v1/agents`,
    '/v1/agents?a=/v1/',
  ]) {
    const sent = request(address, {
      method: 'POST',
      path,
      headers: {
        cookie: browser.cookie(),
        'x-piecework-organization': t.organization.id,
        origin: EVIL,
        'content-type': 'application/json',
      },
    }).end(JSON.stringify({ name: 'A', agentCode: 'a' }))
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect([path, answer.statusCode, answer.headers['cache-control']]).toEqual([
      path,
      403,
      'no-store',
    ])
    answer.resume()
  }
  expect((await t.api.get('/v1/agents')).body.totalResults).toBe(0)
})

test('a wrong origin says which two addresses disagree and which setting to change', async () => {
  const message = messageOf(await (await ownerFrom(EVIL)).post('/v1/sessions/end-others'))
  expect(message).toContain(EVIL)
  expect(message).toContain('http://localhost:8080')
  expect(message).toContain('PUBLIC_URL')
})

test('both names of this machine are the same service', async () => {
  for (const origin of ['http://localhost:8080', 'http://127.0.0.1:8080']) {
    expect((await (await ownerFrom(origin)).post('/v1/sessions/end-others')).status).toBe(204)
  }
})

test('another website cannot sign in', async () => {
  const { email } = await givenPerson(t)
  const body = { email, password: PASSWORD }
  const answer = await createBrowser(t, { origin: EVIL }).post('/v1/auth/sign-in', body)
  expect(answer).toMatchObject({ status: 403, body: { code: 'wrong_origin' } })
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test('a request without browser headers needs no origin', async () => {
  const { email } = await givenPerson(t)
  const body = { email, password: PASSWORD }
  expect((await createBrowser(t, { origin: null }).post('/v1/auth/sign-in', body)).status).toBe(204)
})

test('a key may come from any page, and wins over a cookie', async () => {
  const { browser } = await givenMember(t, { role: 'viewer' })
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/agents',
    headers: {
      'x-api-key': t.organization.secretKey,
      cookie: browser.cookie(),
      origin: EVIL,
      'content-type': 'application/json',
    },
    payload: JSON.stringify({ name: 'A', agentCode: 'key' }),
  })
  expect(answer.statusCode).toBe(201)
  expect((await createApi(t.app, '').get('/v1/agents')).status).toBe(401)
})
