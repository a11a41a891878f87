import { describe, expect, test } from 'vitest'
import { messageOf, must } from '../support/app.ts'
import { ABSENT, givenCustomer, unique } from '../support/given.ts'
import { givenMember } from '../support/people.ts'
import { followLink, givenPortalLink, PORTAL_SESSIONS } from '../support/portal.ts'
import { useStranger, useTestApp } from '../support/use-app.ts'

let now = new Date('2026-11-22T10:00:00Z')
const t = useTestApp({ now: () => now })
const stranger = useStranger(t)
const HOUR = 3_600_000
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

describe('creating a link', () => {
  test('answers the link and its token, for a customer named by either id', async () => {
    const externalId = unique('customer')
    const customer = await givenCustomer(t.api, { externalId, email: 'ap@acme.test' })
    for (const named of [
      { customerId: customer.id },
      { customerExternalId: externalId },
      { customerId: customer.id, customerExternalId: externalId },
    ]) {
      const { status, body } = await t.api.post(PORTAL_SESSIONS, named)
      expect(status).toBe(201)
      expect(body).toEqual({
        id: expect.any(String),
        object: 'portal_session',
        url: `${t.config.publicUrl}/r/${body.token}`,
        token: expect.stringMatching(/^[\w-]{64}$/),
        customerId: customer.id,
        customerExternalId: externalId,
        customerName: 'Acme',
        customerEmail: 'ap@acme.test',
        expiresAt: new Date(now.getTime() + HOUR).toISOString(),
        createdAt: now.toISOString(),
      })
    }
  })

  test('is refused without a customer, and with two', async () => {
    const [one, other] = [
      await givenCustomer(t.api),
      await givenCustomer(t.api, { externalId: 'o' }),
    ]
    const none = await t.api.post(PORTAL_SESSIONS, {})
    expect([none.status, messageOf(none)]).toEqual([400, expect.stringContaining('customerId')])
    const two = { customerId: one.id, customerExternalId: other.externalId }
    const both = await t.api.post(PORTAL_SESSIONS, two)
    expect([both.status, messageOf(both)]).toEqual([400, expect.stringContaining('send one')])
    expect((await t.api.post(PORTAL_SESSIONS, { customerId: 'no-uuid' })).status).toBe(400)
  })

  test('is a 404 for a customer that is unknown, deleted or of another organization', async () => {
    const deleted = await givenCustomer(t.api)
    await t.api.delete(`/v1/customers/${deleted.id}`)
    const theirs = await givenCustomer(stranger, { externalId: 'theirs' })
    for (const named of [
      { customerId: ABSENT },
      { customerId: deleted.id },
      { customerId: theirs.id },
      { customerExternalId: 'theirs' },
      { customerExternalId: 'nobody' },
    ]) {
      expect((await t.api.post(PORTAL_SESSIONS, named)).status, JSON.stringify(named)).toBe(404)
    }
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '/settings',
    'example.com',
    'https://user:pass@example.com/',
    'https://',
    `https://example.com/${'a'.repeat(2_000)}`,
  ])('refuses the return address %s', async (returnUrl) => {
    const { id: customerId } = await givenCustomer(t.api)
    const answer = await t.api.post(PORTAL_SESSIONS, { customerId, returnUrl })
    expect([answer.status, answer.body.param]).toEqual([400, 'returnUrl'])
  })

  test('a repeat with the same Idempotency-Key makes no second link and shows none', async () => {
    const { id: customerId } = await givenCustomer(t.api)
    const send = async () => {
      const response = await t.app.inject({
        method: 'POST',
        url: PORTAL_SESSIONS,
        headers: { 'x-api-key': t.organization.secretKey, 'idempotency-key': 'link-1' },
        payload: { customerId },
      })
      return response.json()
    }
    const [first, again] = [await send(), await send()]
    expect(again).toEqual({ ...first, url: null, token: null })
  })
})

describe('who may', () => {
  test('a viewer may not, a member may', async () => {
    const { id: customerId } = await givenCustomer(t.api)
    const { browser: viewer } = await givenMember(t, { role: 'viewer' })
    const { browser: member } = await givenMember(t, { role: 'member' })
    expect((await viewer.post(PORTAL_SESSIONS, { customerId })).body.code).toBe('role_too_low')
    expect((await viewer.get(PORTAL_SESSIONS)).body.code).toBe('role_too_low')
    expect((await member.post(PORTAL_SESSIONS, { customerId })).status).toBe(201)
  })
})

describe('the list', () => {
  test('has only links that can be opened, unless all are asked for', async () => {
    const { id: customerId } = await givenCustomer(t.api)
    const expired = await givenPortalLink(t.api, customerId)
    later(HOUR)
    const revoked = await givenPortalLink(t.api, customerId)
    const used = await givenPortalLink(t.api, customerId)
    const open = await givenPortalLink(t.api, customerId, {
      features: ['usage', 'usage'],
      returnUrl: 'https://app.example.com',
    })
    await t.api.delete(`${PORTAL_SESSIONS}/${revoked.id}`)
    await followLink(t, used.token)
    const { body } = await t.api.get(`${PORTAL_SESSIONS}?customerId=${customerId}`)
    expect(body).toEqual([
      {
        id: open.id,
        object: 'portal_session',
        customerId,
        customerExternalId: null,
        customerName: 'Acme',
        customerEmail: null,
        expiresAt: open.expiresAt,
        isExpired: false,
        isUsed: false,
        isRevoked: false,
        state: 'open',
        createdAt: now.toISOString(),
        features: ['usage'],
        returnUrl: 'https://app.example.com/',
      },
    ])
    const all = await must(
      t.api.get(`${PORTAL_SESSIONS}?customerId=${customerId}&includeExpired=true`),
    )
    expect(all.map(({ id, state }: Record<string, string>) => [id, state])).toEqual([
      [open.id, 'open'],
      [used.id, 'used'],
      [revoked.id, 'revoked'],
      [expired.id, 'expired'],
    ])
    expect(all[1]).toMatchObject({ isUsed: true, isExpired: false, features: expect.any(Array) })
    expect(all[3]).toMatchObject({ isUsed: false, isExpired: true })
    for (const one of all) {
      expect(one).not.toHaveProperty('url')
      expect(one).not.toHaveProperty('token')
    }
  })

  test('has pages, the last of which is shorter or empty', async () => {
    const { id: customerId } = await givenCustomer(t.api)
    const links: string[] = []
    for (let n = 0; n < 4; n += 1) {
      later(1_000)
      links.unshift((await givenPortalLink(t.api, customerId)).id)
    }
    const read = async (query: string) => {
      const page = await must(t.api.get(`${PORTAL_SESSIONS}?customerId=${customerId}&${query}`))
      return page.map(({ id }: { id: string }) => id)
    }
    expect(await read('limit=2')).toEqual(links.slice(0, 2))
    expect(await read('limit=2&page=2')).toEqual(links.slice(2))
    expect(await read('limit=2&page=3')).toEqual([])
    expect(await read('limit=3&page=2')).toEqual(links.slice(3))
    for (const page of ['0', '-1', 'x', '1.5']) {
      const { status, body } = await t.api.get(`${PORTAL_SESSIONS}?page=${page}`)
      expect([status, body.param], page).toEqual([400, 'page'])
    }
  })
})

test('one link says when it was used, once it was', async () => {
  const { id: customerId } = await givenCustomer(t.api)
  const { id, token } = await givenPortalLink(t.api, customerId)
  const read = () => must(t.api.get(`${PORTAL_SESSIONS}/${id}`))
  expect(await read()).not.toHaveProperty('usedAt')
  later(1_000)
  await followLink(t, token)
  expect(await read()).toMatchObject({ id, isUsed: true, usedAt: now.toISOString() })
})

test('revoking answers 204, also when repeated, and 404 for an unknown one', async () => {
  const { id: customerId } = await givenCustomer(t.api)
  const { id } = await givenPortalLink(t.api, customerId)
  expect((await t.api.delete(`${PORTAL_SESSIONS}/${id}`)).status).toBe(204)
  expect((await t.api.delete(`${PORTAL_SESSIONS}/${id}`)).status).toBe(204)
  expect((await t.api.delete(`${PORTAL_SESSIONS}/${ABSENT}`)).status).toBe(404)
  expect((await t.api.get(`${PORTAL_SESSIONS}/${ABSENT}`)).status).toBe(404)
})

test('the database stores no token, and names the creator of the link', async () => {
  const { id: customerId } = await givenCustomer(t.api)
  const { id, token } = await givenPortalLink(t.api, customerId)
  const { cookie = '' } = await followLink(t, token)
  const { rows } = await t.database.pool.query('select * from portal_sessions where id = $1', [id])
  const stored = JSON.stringify(rows)
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(cookie.split('=')[1])
  expect(rows[0].created_by).toMatch(/^api_key:/)
})

test('links older than a month are deleted, newer ones are kept', async () => {
  const { prunePortalSessions } = await import('../../src/features/portal-sessions/service.ts')
  const { id: customerId } = await givenCustomer(t.api)
  const old = await givenPortalLink(t.api, customerId)
  later(31 * 24 * HOUR)
  const young = await givenPortalLink(t.api, customerId)
  await prunePortalSessions(t.dependencies.db, now)
  const list = await must(
    t.api.get(`${PORTAL_SESSIONS}?customerId=${customerId}&includeExpired=true`),
  )
  expect(list.map(({ id }: { id: string }) => id)).toEqual([young.id])
  expect((await followLink(t, old.token)).location).toBe('/portal/link?state=unknown')
})
