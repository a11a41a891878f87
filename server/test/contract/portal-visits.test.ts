import { describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { createDependencies } from '../../src/dependencies.ts'
import { createLog } from '../../src/platform/log.ts'
import { must } from '../support/app.ts'
import { givenCustomer } from '../support/given.ts'
import { createBrowser, givenMember } from '../support/people.ts'
import { followLink, givenPortal, givenPortalLink, PORTAL_SESSIONS } from '../support/portal.ts'
import { moveClock } from '../support/test-clock.ts'
import { useOpened, useTestApp } from '../support/use-app.ts'

const HOUR = 3_600_000
let now = new Date('2026-11-22T10:00:00Z')
const t = useTestApp({ now: () => now })
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

/** Another process on the same database. */
const second = useOpened(async () => {
  const dependencies = await createDependencies({
    config: t.config,
    url: t.database.url,
    log: createLog('silent'),
    now: () => now,
  })
  const app = await buildApp(dependencies)
  return {
    app,
    config: dependencies.config,
    close: async () => {
      await app.close()
      await dependencies.close()
    },
  }
})

const SESSION = '/v1/portal/session'
const unused = async () => {
  const { id: customerId } = await givenCustomer(t.api)
  return givenPortalLink(t.api, customerId, { returnUrl: 'https://app.example.com/billing' })
}
const isUsed = async (id: string) => (await must(t.api.get(`${PORTAL_SESSIONS}/${id}`))).isUsed

describe('a link', () => {
  test('opens the portal of its customer, removes its token from the URL and sets a separate cookie', async () => {
    const customer = await givenCustomer(t.api, { name: 'Robots Ltd', timezone: 'Europe/Berlin' })
    const { token } = await givenPortalLink(t.api, customer.id, { returnUrl: 'https://x.test/a' })
    const { status, location, headers, cookie = '', setCookie } = await followLink(t, token)
    expect([status, location]).toEqual([303, '/portal'])
    expect(setCookie).toMatch(
      /^piecework_portal=[\w-]{64}; Path=\/v1\/portal; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    )
    expect(setCookie).not.toContain(token)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': expect.stringMatching(/DENY|SAMEORIGIN/),
    })
    const { status: read, body } = await createBrowser(t, { cookie }).get(SESSION)
    expect(read).toBe(200)
    expect(body).toEqual({
      customerId: customer.id,
      customerName: 'Robots Ltd',
      organizationName: 'Test organization',
      logo: null,
      accentColor: null,
      returnUrl: 'https://x.test/a',
      timezone: 'Europe/Berlin',
      expiresAt: new Date(now.getTime() + HOUR).toISOString(),
      now: now.toISOString(),
      businessNow: now.toISOString(),
      hasCredit: false,
      paymentsAvailable: true,
      environment: 'test',
    })
  })

  test('opens once for twenty concurrent requests in two processes', async () => {
    const { token } = await unused()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => followLink(index % 2 ? second : t, token)),
    )
    const opened = answers.filter(({ location }) => location === '/portal')
    expect(opened).toHaveLength(1)
    const others = answers.filter(({ location }) => location === '/portal/link?state=used')
    expect(others).toHaveLength(19)
    const { cookie = '' } = opened[0] ?? {}
    expect((await createBrowser(second, { cookie }).get(SESSION)).status).toBe(200)
  })

  test.each([
    ['HEAD', 'HEAD' as const, {}],
    ['a prefetch', 'GET' as const, { 'sec-purpose': 'prefetch;prerender' }],
    ['an older prefetch', 'GET' as const, { purpose: 'prefetch' }],
    ['a preview', 'GET' as const, { 'x-purpose': 'preview' }],
  ])('is not used up by %s', async (_name, method, headers) => {
    const { id, token } = await unused()
    const answer = await followLink(t, token, { method, headers })
    expect([answer.status, answer.cookie]).toEqual([204, undefined])
    expect(await isUsed(id)).toBe(false)
    expect((await followLink(t, token)).location).toBe('/portal')
  })

  test('says that it was used, has expired or was revoked, and leads back', async () => {
    const [used, revoked, expired] = [await unused(), await unused(), await unused()]
    await followLink(t, used.token)
    await t.api.delete(`${PORTAL_SESSIONS}/${revoked.id}`)
    const follow = async (token: string) => {
      const { location, cookie = '' } = await followLink(t, token)
      return { location, link: (await createBrowser(t, { cookie }).get('/v1/portal/link')).body }
    }
    const about = { organizationName: 'Test organization', logo: null, accentColor: null }
    const link = { ...about, returnUrl: 'https://app.example.com/billing' }
    for (const [state, { token }] of Object.entries({ used, revoked })) {
      expect(await follow(token)).toEqual({
        location: `/portal/link?state=${state}`,
        link: { ...link, state },
      })
    }
    later(HOUR)
    expect(await follow(expired.token)).toEqual({
      location: '/portal/link?state=expired',
      link: { ...link, state: 'expired' },
    })
  })

  test('that the service did not create reveals nothing', async () => {
    const { token } = await unused()
    const forged = [
      `${token.slice(0, -2)}AA`,
      token.slice(0, 22) + 'A'.repeat(42),
      `${token}A`,
      'nonsense',
    ]
    for (const made of forged) {
      const { status, location, cookie = '' } = await followLink(t, made)
      expect([status, location]).toEqual([303, '/portal/link?state=unknown'])
      expect((await createBrowser(t, { cookie }).get('/v1/portal/link')).status).toBe(404)
    }
    expect((await followLink(t, token)).location).toBe('/portal')
  })

  test('guessing tokens is rate limited', async () => {
    const statuses = new Set<number>()
    for (let tried = 0; tried < 1_010; tried += 1) {
      const url = `/r/${'A'.repeat(63)}Q`
      statuses.add((await t.app.inject({ url, remoteAddress: '198.51.100.7' })).statusCode)
    }
    expect(statuses).toEqual(new Set([303, 429]))
  })
})

describe('a visit', () => {
  test('ends when its link is revoked, with the next request, in another process', async () => {
    const { id: customerId } = await givenCustomer(t.api)
    const portal = await givenPortal(t, t.api, customerId)
    const elsewhere = createBrowser(second, { cookie: portal.cookie() })
    expect((await elsewhere.get(SESSION)).status).toBe(200)
    await t.api.delete(`${PORTAL_SESSIONS}/${portal.sessionId}`)
    const { status, body } = await elsewhere.get(SESSION)
    expect([status, body.code]).toEqual([401, 'portal_session_revoked'])
  })

  test('that begins while its link is revoked ends with the next request', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, token } = await unused()
      const [{ location, cookie = '' }] = await Promise.all([
        followLink(second, token),
        t.api.delete(`${PORTAL_SESSIONS}/${id}`),
      ])
      expect(location).toMatch(/^\/portal(\/link\?state=revoked)?$/)
      const { body } = await createBrowser(t, { cookie }).get(SESSION)
      expect(body.code).toMatch(/^portal_session_(revoked|missing)$/)
    }
  })

  test('ends an hour after its link was made', async () => {
    const { token } = await unused()
    later(HOUR - 1_000)
    const { cookie = '' } = await followLink(t, token)
    const browser = createBrowser(t, { cookie })
    expect((await browser.get(SESSION)).status).toBe(200)
    later(1_000)
    const { status, body } = await browser.get(SESSION)
    expect([status, body.code]).toEqual([401, 'portal_session_expired'])
  })

  test('ends with its customer', async () => {
    const { id: customerId } = await givenCustomer(t.api)
    const portal = await givenPortal(t, t.api, customerId)
    const { token } = await givenPortalLink(t.api, customerId)
    expect((await t.api.delete(`/v1/customers/${customerId}`)).status).toBe(204)
    expect((await portal.get(SESSION)).body.code).toBe('portal_session_revoked')
    expect((await followLink(t, token)).location).toBe('/portal/link?state=revoked')
  })

  test('ends when the customer leaves, and its cookie becomes invalid', async () => {
    const { id: customerId } = await givenCustomer(t.api)
    const portal = await givenPortal(t, t.api, customerId)
    const cookie = portal.cookie()
    const { status, headers } = await portal.delete(SESSION)
    expect(status).toBe(204)
    expect(headers['set-cookie']).toMatch(/^piecework_portal=; .*Max-Age=0/)
    const { body } = await createBrowser(t, { cookie }).get(SESSION)
    expect(body.code).toBe('portal_session_missing')
  })

  test('goes by real time, wherever the test clock is', async () => {
    const { id: customerId } = await givenCustomer(t.api)
    const portal = await givenPortal(t, t.api, customerId)
    const far = new Date(now.getTime() + 400 * 24 * HOUR)
    await moveClock(t.api, far.toISOString())
    const { status, body } = await portal.get(SESSION)
    expect([status, body.now, body.businessNow]).toEqual([
      200,
      now.toISOString(),
      far.toISOString(),
    ])
  })
})

describe('two kinds of sessions in one browser', () => {
  test('each serves only its own routes', async () => {
    const { id: customerId } = await givenCustomer(t.api)
    const portal = await givenPortal(t, t.api, customerId)
    const { browser } = await givenMember(t, { role: 'owner' })
    const organization = t.organization.id
    const both = createBrowser(t, {
      cookie: `${portal.cookie()}; ${browser.cookie()}`,
      organization,
    })
    expect((await both.get(SESSION)).body.customerId).toBe(customerId)
    expect((await both.get('/v1/invoices')).status).toBe(200)
    const customer = createBrowser(t, { cookie: portal.cookie(), organization })
    expect((await customer.get('/v1/invoices')).status).toBe(401)
    expect((await customer.get('/v1/session')).status).toBe(401)
    expect((await customer.get(PORTAL_SESSIONS)).status).toBe(401)
    expect((await browser.get(SESSION)).body.code).toBe('portal_session_missing')
    expect((await t.api.get(SESSION)).body.code).toBe('portal_session_missing')
  })
})

describe('requests from another site', () => {
  test.each([
    ['another origin', 'https://evil.example'],
    ['an origin that hides itself', 'null'],
    ['no origin', null],
  ])('is refused from %s', async (_name, origin) => {
    const { id: customerId } = await givenCustomer(t.api)
    const portal = await givenPortal(t, t.api, customerId)
    const page = createBrowser(t, { cookie: portal.cookie(), origin })
    const { status, body } = await page.delete(SESSION)
    expect([status, body.code]).toEqual([403, 'wrong_origin'])
    // An invalid API key does not admit the request either.
    const withKey = createBrowser(t, {
      cookie: portal.cookie(),
      origin,
      headers: { 'x-api-key': 'x' },
    })
    expect((await withKey.delete(SESSION)).status).toBe(403)
    expect((await portal.get(SESSION)).status).toBe(200)
  })
})
