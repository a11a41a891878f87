import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { createRegistry } from '../../src/platform/http/health/metrics.ts'
import { must } from '../support/app.ts'
import { givenCustomer } from '../support/given.ts'
import { createBrowser, givenMember } from '../support/people.ts'
import { followLink, givenPortal, givenPortalLink, PORTAL_SESSIONS } from '../support/portal.ts'
import { useOpened, useTestApp } from '../support/use-app.ts'

const t = useTestApp()
const lines: string[] = []

/** The same service with a readable log. */
const talking = useOpened(async () => {
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const app = await buildApp({
    ...t.dependencies,
    log: pino({ level: 'debug' }, stream),
    registry: createRegistry(),
  })
  return { app, config: t.config, close: () => app.close() }
})

test('the token of a link and of a visit is in no log, header or error', async () => {
  const { id: customerId } = await givenCustomer(t.api)
  const { token, id } = await givenPortalLink(t.api, customerId)
  const { cookie = '', headers } = await followLink(talking, token)
  const visit = cookie.split('=')[1] ?? ''
  const browser = createBrowser(talking, { cookie })
  await browser.get('/v1/portal/session')
  const answers = [
    await talking.app.inject({ url: `/r/${token}/`, headers: { accept: 'application/json' } }),
    await talking.app.inject({ url: `/r/${token}?x=${'y'.repeat(20)}` }),
    await talking.app.inject({ url: `/v1/portal-sessions/${token}` }),
    await talking.app.inject({ method: 'POST', url: `/r/${token}` }),
    await talking.app.inject({ url: '/v1/portal/nothing', headers: { cookie } }),
  ]
  await t.api.delete(`${PORTAL_SESSIONS}/${id}`)
  const refused = await browser.get('/v1/portal/session')
  expect(refused.body.code).toBe('portal_session_revoked')
  const log = lines.join('')
  expect(log).toContain('/r/[token]')
  const { rows } = await t.database.pool.query('select path from audit_log')
  const said = [
    log,
    JSON.stringify(rows),
    JSON.stringify({ ...headers, 'set-cookie': '' }),
    JSON.stringify(refused.body),
  ]
  for (const secret of [token, visit]) {
    expect(secret).toHaveLength(64)
    for (const text of said) expect(text).not.toContain(secret)
  }
  for (const { headers: answered, body } of answers) {
    expect(JSON.stringify(answered)).not.toContain(token)
    expect(body).not.toContain(token)
    expect(answered['referrer-policy']).toBe('no-referrer')
  }
})

test('the audit log records links and changes by customers, but not reads', async () => {
  const { id: customerId } = await givenCustomer(t.api, { name: 'Robots Ltd' })
  const portal = await givenPortal(t, t.api, customerId)
  await portal.get('/v1/portal/overview')
  await portal.delete('/v1/portal/session')
  await t.api.delete(`${PORTAL_SESSIONS}/${portal.sessionId}`)
  const { rows } = await t.database.pool.query(
    `select actor_kind, actor_id, method, path, status from audit_log
     where path like '/v1/portal%' and (actor_id = $1 or path like '%' || $2 || '%')
     order by requested_at, id`,
    [customerId, portal.sessionId],
  )
  const { rows: made } = await t.database.pool.query(
    'select created_by from portal_sessions where id = $1',
    [portal.sessionId],
  )
  expect(rows).toEqual([
    {
      actor_kind: 'customer',
      actor_id: customerId,
      method: 'DELETE',
      path: '/v1/portal/session',
      status: 204,
    },
    {
      actor_kind: 'api_key',
      actor_id: made[0].created_by.split(':')[1],
      method: 'DELETE',
      path: `${PORTAL_SESSIONS}/${portal.sessionId}`,
      status: 204,
    },
  ])
})

test('the audit log shows the name of the customer', async () => {
  const { id: customerId } = await givenCustomer(t.api, { name: 'Robots Ltd' })
  const portal = await givenPortal(t, t.api, customerId)
  await portal.delete('/v1/portal/session')
  const { browser } = await givenMember(t, { role: 'owner' })
  const { results } = await must(browser.get(`/v1/audit-log?actorId=${customerId}`))
  expect(results).toMatchObject([
    { actor: { kind: 'customer', id: customerId, name: 'Robots Ltd', hint: null } },
  ])
  const of = await must(browser.get('/v1/audit-log?actorKind=customer'))
  expect(of.results.length).toBeGreaterThan(0)
})
