import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { outboxHandlers } from '../../src/consumers.ts'
import { createDemo } from '../../src/features/demo/service.ts'
import { startSmtpServer } from '../../src/features/emails/test-support.ts'
import { accountUrl } from '../../src/features/invoices/pay-link/account-url.ts'
import { linkToken } from '../../src/features/invoices/pay-link/link-token.ts'
import { consumeAll } from '../../src/features/outbox/consume.ts'
import { runOutboxLanes } from '../../src/features/outbox/lanes.ts'
import { createRegistry } from '../../src/platform/http/health/metrics.ts'
import { newId } from '../../src/platform/id.ts'
import { createApi, createTestApp, createTestOrganization, must } from '../support/app.ts'
import { FEE, givenDeal } from '../support/deal.ts'
import { givenCustomer } from '../support/given.ts'
import { sendInvoice } from '../support/invoice.ts'
import { followLink, PORTAL_SESSIONS } from '../support/portal.ts'
import { startSilentServer } from '../support/silent-server.ts'
import { useOpened } from '../support/use-app.ts'
import { eventually } from '../support/waiting.ts'

const mailFrom = { name: 'Piecework', address: 'invoices@piecework.test' }
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ASKED = 'a link to your account will arrive shortly'

let at = new Date('2026-03-10T12:00:00Z')
const now = () => at
const pass = (ms: number) => {
  at = new Date(at.getTime() + ms)
}

const t = useOpened(async () => {
  const smtp = await startSmtpServer()
  const app = await createTestApp({ config: { smtpUrl: smtp.url, mailFrom }, now })
  const close = async () => {
    await app.close()
    await smtp.close()
  }
  return { ...app, received: smtp.received, close }
})
type Service = Pick<typeof t, 'app' | 'config'>

let organization: { id: string; secretKey: string }
let api: ReturnType<typeof createApi>
beforeEach(async () => {
  organization = await createTestOrganization(t.dependencies)
  api = createApi(t.app, organization.secretKey)
  await must(api.patch('/v1/organization', { name: 'Robot Works', accountLinkInMails: true }))
  t.received.length = 0
})
afterEach(() => t.followUp())

const givenAddress = () => `ann.${newId()}@acme.example`

async function givenAccount(fields: object = {}) {
  const email = givenAddress()
  const { id: customerId } = await givenCustomer(api, { email, ...fields })
  return { customerId, email, path: pathOf(customerId) }
}

const pathOf = (customerId: string, organizationId = organization.id) =>
  new URL(accountUrl(t.config, { organizationId, customerId })).pathname

const call = (method: 'GET' | 'HEAD' | 'POST', url: string, headers = {}, service: Service = t) =>
  service.app.inject({
    method,
    url,
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    ...(method === 'POST' ? { payload: '' } : {}),
  })
const ask = (path: string, service: Service = t) => call('POST', path, {}, service)

/** Sends requests, runs the resulting tasks, and returns the texts of new mails. */
async function mailsAfter(...paths: string[]): Promise<string[]> {
  const before = t.received.length
  for (const path of paths) expect((await ask(path)).body).toContain(ASKED)
  await t.followUp()
  return t.received.slice(before).map(({ mail }) => mail.text ?? '')
}
function readableLog() {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  return { log: pino({ level: 'debug' }, stream), lines }
}

const linkIn = (text = '') => /\/r\/#([\w-]{64})/.exec(text)?.[1] ?? ''

/** Submits the form of the page that a mailed link opens. */
const openMailed = (token: string, { service = t, ...headers }: Sent = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/r/',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: `token=${token}`,
  })
type Sent = { service?: Service; origin?: string; host?: string }

test('the button mails a link to the address on file, which opens the portal once, for an hour', async () => {
  const { path, email, customerId } = await givenAccount()
  const page = await call('GET', path)
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Email me the link')])
  expect(page.body).toContain('Robot Works')
  expect(page.headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  })
  const answer = await ask(path)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining(ASKED)])
  for (const text of [page.body, answer.body]) {
    expect(text).not.toContain(email)
    expect(text).not.toContain('@acme.example')
  }
  await t.followUp()
  expect(t.received.map(({ to }) => to)).toEqual([[email]])
  const [{ mail } = expect.fail('no mail')] = t.received
  expect(mail.from).toMatchObject({ name: 'Robot Works via Piecework' })
  const token = linkIn(mail.text)
  expect(mail.html).toContain(`/r/#${token}`)
  const [session] = (await api.get(`${PORTAL_SESSIONS}?customerId=${customerId}`)).body
  expect(Date.parse(session.expiresAt) - at.getTime()).toBe(60 * MINUTE)
  const opened = await openMailed(token)
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/portal'])
  expect(opened.headers['set-cookie']).toContain('HttpOnly')
  expect((await openMailed(token)).headers.location).toBe('/portal/link?state=used')
})

test('a program that opens the link of the mail by GET, however often, does not use it up', async () => {
  const { path } = await givenAccount()
  await ask(path)
  await t.followUp()
  const [{ mail } = expect.fail('no mail')] = t.received
  const token = linkIn(mail.text)
  const address = new URL(/https?:\S+\/r\/\S+/.exec(mail.text ?? '')?.[0] ?? '')
  expect(address.hash).toBe(`#${token}`)
  for (const method of ['GET', 'HEAD', 'GET', 'GET'] as const) {
    const { statusCode, headers, body } = await t.app.inject({ method, url: address.pathname })
    expect(statusCode).toBe(200)
    // With no-referrer, a browser would not send the origin of its form.
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
    expect(headers['set-cookie']).toBeUndefined()
    expect(body).not.toContain(token)
  }
  expect((await openMailed(token)).headers.location).toBe('/portal')
})

test('a form of another site opens no link, and the own one does where PORTAL_URL is not PUBLIC_URL', async () => {
  const config = { ...t.config, portalUrl: 'https://billing.robots.example' }
  const log = pino({ level: 'silent' })
  const registry = createRegistry()
  const app = await buildApp({ ...t.dependencies, config, log, registry })
  onTestFinished(async () => app.close())
  const { path } = await givenAccount()
  await ask(path)
  await t.followUp()
  const token = linkIn(t.received[0]?.mail.text)
  const host = 'internal.example:8080'
  const post = (origin: string) => openMailed(token, { service: { app, config }, origin, host })
  for (const origin of [
    'https://evil.example',
    'null',
    t.config.publicUrl,
    'https://robots.example',
  ]) {
    const { statusCode, headers } = await post(origin)
    expect([statusCode, headers['set-cookie'], headers.location], origin).toEqual([
      403,
      undefined,
      undefined,
    ])
  }
  const opened = await post(config.portalUrl)
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/portal'])
  expect((await post(config.portalUrl)).headers.location).toBe('/portal/link?state=used')
})

test('the page behind the link runs only its own script, and guesses at its form are counted', async () => {
  const { headers, body } = await t.app.inject({ url: '/r/' })
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(body) ?? []
  const digest = createHash('sha256').update(script).digest('base64')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`script-src 'sha256-${digest}';`)
  expect(policy).toContain("default-src 'none'")
  expect(body).toContain('Turn on JavaScript')
  expect((await openMailed('nonsense')).headers.location).toBe('/portal/link?state=unknown')
})

test('mails about invoices carry the link where the organization wants it, and only there', async () => {
  const deal = await givenDeal(api, { prices: [FEE], customer: { email: givenAddress() } })
  const invoice = await deal.generate()
  const mailOf = async () =>
    (await must(api.get(`/v1/invoices/${invoice.id}/mail`))) as { text: string }
  const url = accountUrl(t.config, {
    organizationId: organization.id,
    customerId: deal.customerId,
  })
  expect((await mailOf()).text).toContain(`View your account: ${url}`)
  await must(api.patch('/v1/organization', { accountLinkInMails: false }))
  expect((await mailOf()).text).not.toContain('View your account')
  await must(api.patch('/v1/organization', { accountLinkInMails: true }))
  await sendInvoice(api, invoice)
  const { results } = await must(api.get(`/v1/emails?invoiceId=${invoice.id}`))
  const { html } = await must(api.get(`/v1/emails/${results[0].id}`))
  expect(html).toContain(`href="${url}"`)
  expect(t.config.portalUrl && url.startsWith(t.config.portalUrl)).toBe(true)
})

test('it is off until an organization turns it on', async () => {
  const { id, secretKey } = await createTestOrganization(t.dependencies)
  const own = createApi(t.app, secretKey)
  expect((await own.get('/v1/organization')).body).toMatchObject({ accountLinkInMails: false })
  const { id: customerId } = await givenCustomer(own, { email: givenAddress() })
  expect(await mailsAfter(pathOf(customerId, id))).toEqual([])
})

describe('nothing is sent, and the same words are answered,', () => {
  test('once the setting is switched off', async () => {
    const { path } = await givenAccount()
    await must(api.patch('/v1/organization', { accountLinkInMails: false }))
    expect(await mailsAfter(path)).toEqual([])
  })

  test('when it is switched off between the button and the mail', async () => {
    const { path } = await givenAccount()
    await ask(path)
    await must(api.patch('/v1/organization', { accountLinkInMails: false }))
    await t.followUp()
    expect(t.received).toEqual([])
  })

  test('for a customer that is deleted, before or after the button', async () => {
    const [gone, going] = [await givenAccount(), await givenAccount()]
    await api.delete(`/v1/customers/${gone.customerId}`)
    await ask(going.path)
    await api.delete(`/v1/customers/${going.customerId}`)
    expect(await mailsAfter(gone.path)).toEqual([])
  })

  test('for a customer without an address; the billing contact counts as an address', async () => {
    const none = await givenAccount({ email: null })
    expect(await mailsAfter(none.path)).toEqual([])
    const contact = await givenAccount({ email: null, billingContactEmail: givenAddress() })
    expect(await mailsAfter(contact.path)).toHaveLength(1)
  })

  test('for a customer of another organization, and for one that never existed', async () => {
    const { customerId } = await givenAccount()
    const other = await createTestOrganization(t.dependencies)
    const own = createApi(t.app, other.secretKey)
    await must(own.patch('/v1/organization', { accountLinkInMails: true }))
    expect(await mailsAfter(pathOf(customerId, other.id), pathOf(newId()))).toEqual([])
  })

  test('for a customer of the demo', async () => {
    const { organization: demo, key } = await createDemo(t.dependencies.db, 'test', now())
    const own = createApi(t.app, key.key)
    await must(own.patch('/v1/organization', { accountLinkInMails: true }))
    const { id } = await givenCustomer(own, { email: givenAddress() })
    expect(await mailsAfter(pathOf(id, demo.id))).toEqual([])
    expect((await own.get('/v1/emails')).body.totalResults).toBe(0)
  })
})

test('opening the page sends nothing, even by prefetch or repeatedly', async () => {
  const { path } = await givenAccount()
  for (const headers of [{}, { 'sec-purpose': 'prefetch' }, { purpose: 'preview' }]) {
    expect((await call('GET', path, headers)).statusCode).toBe(200)
    expect((await call('HEAD', path, headers)).statusCode).toBe(200)
  }
  await t.followUp()
  expect(t.received).toEqual([])
})

test('of ten concurrent requests one sends a mail, and all get the same answer', async () => {
  const { path } = await givenAccount()
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(path)))
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  await t.followUp()
  expect(t.received).toHaveLength(1)
})

test('a customer gets one mail in five minutes and five in a day, and another customer theirs', async () => {
  const [one, other] = [await givenAccount(), await givenAccount()]
  expect(await mailsAfter(one.path, one.path, other.path)).toHaveLength(2)
  pass(5 * MINUTE - 1)
  expect(await mailsAfter(one.path)).toEqual([])
  pass(1)
  for (let more = 0; more < 4; more += 1) {
    expect(await mailsAfter(one.path)).toHaveLength(1)
    pass(5 * MINUTE)
  }
  expect(await mailsAfter(one.path)).toEqual([])
  pass(DAY - 25 * MINUTE)
  expect(await mailsAfter(one.path)).toHaveLength(1)
})

test('an unknown token or one of another kind is refused, and guessing is rate limited', async () => {
  const { customerId } = await givenAccount()
  const ids = { customerId, id: organization.id }
  const others = (['pay', 'portal', 'checkout', 'setup'] as const).map((purpose) =>
    linkToken(t.config.secret, purpose, ids),
  )
  for (const token of [...others, 'x', linkToken('x'.repeat(32), 'account', ids)]) {
    for (const method of ['GET', 'POST'] as const) {
      expect((await call(method, `/view-account/${token}`)).statusCode).toBe(404)
    }
  }
  let last = 404
  for (let tries = 0; last === 404 && tries <= 1_000; tries += 1) {
    last = (await call('GET', `/view-account/${tries}`)).statusCode
  }
  expect(last).toBe(429)
  // Valid requests still work.
  const { path } = await givenAccount()
  expect(await mailsAfter(path)).toHaveLength(1)
})

test('the link is in no mailbox, file, log or table, and the token of the page in no log', async () => {
  const { log, lines } = readableLog()
  const deps = { ...t.dependencies, log, registry: createRegistry() }
  const app = await buildApp(deps)
  const { path } = await givenAccount()
  const before = await t.database.pool.query('select count(*)::int as mails from emails')
  await call('GET', path, {}, { app, config: t.config })
  await ask(path, { app, config: t.config })
  await consumeAll(deps, outboxHandlers(deps), { now: now() })
  await app.close()
  const token = linkIn(t.received.at(-1)?.mail.text)
  expect(token).toHaveLength(64)
  const said = lines.join('')
  expect(said).toContain('/view-account/[token]')
  expect(said).not.toContain(path.split('/').at(-1))
  expect(said).not.toContain(token)
  const after = await t.database.pool.query('select count(*)::int as mails from emails')
  expect(after.rows).toEqual(before.rows)
  const { rows } = await t.database.pool.query(
    `select row_to_json(s)::text as text from portal_sessions s
     union all select row_to_json(e)::text from outbox_events e
     union all select row_to_json(r)::text from portal_link_requests r`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) expect(text).not.toContain(token)
})

test('a hanging mail server delays neither the answer nor other event tasks', async () => {
  const silent = await startSilentServer()
  const hanging = await createTestApp({
    config: { smtpUrl: `smtp://127.0.0.1:${silent.port}`, mailFrom },
  })
  const stopping = new AbortController()
  try {
    const own = createApi(hanging.app, hanging.organization.secretKey)
    await must(own.patch('/v1/organization', { accountLinkInMails: true }))
    const { id: customerId } = await givenCustomer(own, { email: givenAddress() })
    const { secret } = hanging.config
    const token = linkToken(secret, 'account', { customerId, id: hanging.organization.id })
    const { dependencies } = hanging
    void runOutboxLanes(dependencies, outboxHandlers(dependencies), stopping.signal)
    const answers = [1, 2].map(() => ask(`/view-account/${token}`, hanging))
    for (const { statusCode, body } of await Promise.all(answers)) {
      expect([statusCode, body]).toEqual([200, expect.stringContaining(ASKED)])
    }
    await eventually(() => expect(silent.accepted()).toBe(1))
    const deal = await givenDeal(own, { prices: [FEE], customer: { email: givenAddress() } })
    const invoice = await sendInvoice(own, await deal.generate())
    await must(own.post(`/v1/invoices/${invoice.id}/void`, {}))
    await eventually(async () => {
      const { results } = await must(own.get(`/v1/emails?kind=void&invoiceId=${invoice.id}`))
      expect(results).toHaveLength(1)
    })
  } finally {
    stopping.abort()
    await silent.close()
    await hanging.close()
  }
})

test('a mail that did not get through is tried again with another link, for half an hour', async () => {
  const { path, customerId } = await givenAccount({ email: `busy.${newId()}@acme.example` })
  expect(await mailsAfter(path)).toEqual([])
  const linksOf = async () =>
    (await api.get(`${PORTAL_SESSIONS}?customerId=${customerId}&includeExpired=true`)).body
  expect(await linksOf()).toMatchObject([{ state: 'revoked' }])
  await must(api.patch(`/v1/customers/${customerId}`, { email: givenAddress() }))
  pass(2 * MINUTE)
  await t.followUp()
  expect(t.received).toHaveLength(1)
  expect(await linksOf()).toMatchObject([{ state: 'open' }, { state: 'revoked' }])

  const late = await givenAccount({ email: `busy.${newId()}@acme.example` })
  await mailsAfter(late.path)
  pass(31 * MINUTE)
  await t.followUp()
  const { rows } = await t.database.pool.query(
    `select 1 from outbox_tasks where consumer = 'account-links'`,
  )
  expect(rows).toEqual([])
})

describe('without a mail server', () => {
  async function askWithout(environment: 'test' | 'live') {
    const { log, lines } = readableLog()
    const dataDir = await mkdtemp(join(tmpdir(), 'piecework-account-link-'))
    const app = await createTestApp({ config: { environment, dataDir } })
    const own = createApi(app.app, app.organization.secretKey)
    await must(own.patch('/v1/organization', { accountLinkInMails: true }))
    const { id: customerId } = await givenCustomer(own, { email: 'ann@acme.example' })
    const token = linkToken(app.config.secret, 'account', {
      customerId,
      id: app.organization.id,
    })
    expect((await ask(`/view-account/${token}`, app)).body).toContain(ASKED)
    const deps = { ...app.dependencies, log }
    await consumeAll(deps, outboxHandlers(deps), { now: deps.now() })
    const close = async () => {
      await app.close()
      await rm(dataDir, { recursive: true, force: true })
    }
    return { app, own, lines: lines.join(''), customerId, close }
  }

  test('of a test deployment, the mail with its link is among the captured ones', async () => {
    const { app, own, customerId, close } = await askWithout('test')
    const { results } = await must(own.get('/v1/emails'))
    expect(results).toMatchObject([{ kind: 'portal_link', to: 'ann@acme.example', customerId }])
    const { text } = await must(own.get(`/v1/emails/${results[0].id}`))
    expect((await followLink(app, linkIn(text))).location).toBe('/portal')
    await close()
  })

  test('of a live one, nothing is sent or kept, and the log says where sending is set', async () => {
    const { app, own, lines, close } = await askWithout('live')
    expect((await must(own.get('/v1/emails'))).totalResults).toBe(0)
    expect((await must(own.get(`${PORTAL_SESSIONS}?includeExpired=true`))).length).toBe(0)
    expect(lines).toContain('SMTP_URL')
    expect(await readdir(app.config.dataDir)).not.toContain('mail')
    await close()
  })
})
