import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/platform/id.ts'
import { createApi, createTestOrganization, must } from '../support/app.ts'
import { type Deal, FEE, flatPrice, givenDeal } from '../support/deal.ts'
import { givenCoupon, givenDiscount, givenTaxRate, unique } from '../support/given.ts'
import { type Invoice, sendInvoice } from '../support/invoice.ts'
import { documentedRoutes } from '../support/openapi.ts'
import { type Browser, createBrowser, givenMember, givenPerson } from '../support/people.ts'
import { followLink, givenPortal, givenPortalLink, PORTAL_SESSIONS } from '../support/portal.ts'
import { PORTAL_REQUESTS } from '../support/portal-requests.ts'
import type { Request } from '../support/requests.ts'
import { topUp } from '../support/top-ups.ts'
import { useTestApp } from '../support/use-app.ts'
import { givenCharged } from '../support/world.ts'

const t = useTestApp({ now: () => new Date('2026-04-15T12:00:00Z') })

type World = Deal & {
  invoice: Invoice
  topUpId: string
  autoTopUpId: string
  portal: Browser
  ownBudgetId: string
  rejectableEventId: string
  ownRequestId: string
}

const documented = documentedRoutes().filter(({ callers }) => callers === 'customers')
const routes = Object.keys(PORTAL_REQUESTS).flatMap((name) =>
  documented.filter((one) => one.name === name),
)

const SECRET = 'operator-secret'
const THEIRS = 'Other Customer Ltd'
let mine: World
let theirs: World
let forbidden: string[]

beforeAll(async () => {
  mine = await createWorld('Own Customer Ltd')
  theirs = await createWorld(THEIRS)
  forbidden = await listForbidden()
})

/** Creates a customer with every kind of row that the portal shows, each with internal notes. */
async function createWorld(name: string): Promise<World> {
  const metadata = { note: SECRET }
  const externalId = unique(SECRET)
  const deal = await givenDeal(t.api, {
    prices: [FEE, flatPrice('ticket', 2)],
    customer: { name, metadata, externalId, email: 'ap@example.com' },
    agent: { description: SECRET, context: metadata },
    plan: { description: SECRET, rejectionDays: 30 },
    subscription: { name: SECRET, metadata, subscriptionDetails: metadata },
  })
  const work = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 12_345 }
  const record = { ...work, metadata }
  await deal.use('ticket', 3, '2026-03-10T10:00:00Z', record)
  await deal.use('ticket', 5, '2026-04-03T10:00:00Z', record)
  const own = { ...record, customerExternalId: externalId }
  const { eventId: rejectableEventId } = await deal.use('ticket', 5, '2026-04-03T11:00:00Z', own)
  const { eventId: asked } = await deal.use('ticket', 1, '2026-04-04T10:00:00Z', own)
  const { eventId: declined } = await deal.use('ticket', 1, '2026-04-05T10:00:00Z', own)
  const { id: taxRateId } = await givenTaxRate(t.api, { description: SECRET })
  await must(t.api.patch(`/v1/customers/${deal.customerId}`, { taxRateIds: [taxRateId] }))
  const { id: couponId } = await givenCoupon(t.api, { name: 'Welcome', duration: 'forever' })
  await givenDiscount(t.api, { couponId, customerId: deal.customerId })
  const credit = { kind: 'promotional', currency: 'EUR', amount: 5, name: 'Thank you' }
  await must(t.api.post(`/v1/customers/${deal.customerId}/credit-grants`, credit))
  const march = { billingPeriodStart: '2026-03-01', billingPeriodEnd: '2026-04-01' }
  const invoice = await sendInvoice(t.api, await deal.generate(march))
  await must(t.api.post(`/v1/invoices/${invoice.id}/payments`, { amount: 5, method: 'cash' }))
  await deal.generate()
  const { id: topUpId } = await topUp(t.api, deal.customerId)
  const portal = await givenPortal(t, t.api, deal.customerId)
  const { autoTopUpId } = await givenCharged(t, t.api, deal.customerId)
  const limit = { name: 'Ours', measure: 'quantity', amount: 99, period: 'day', action: 'alert' }
  const { id: ownBudgetId } = await must(portal.post('/v1/portal/budgets', limit))
  const ask = (eventId: string) =>
    must(portal.post(`/v1/portal/events/${eventId}/rejection-requests`, { reason: 'Reopened' }))
  const { id: ownRequestId } = await ask(asked)
  const { id } = await ask(declined)
  await must(t.api.post(`/v1/rejection-requests/${id}/decline`, { reason: 'It holds' }))
  const ids = { topUpId, autoTopUpId, ownBudgetId, rejectableEventId, ownRequestId }
  return { ...deal, ...ids, invoice, portal }
}

/**
 * Returns everything that the customer must not read: ids and names of the operator and of others.
 */
async function listForbidden(): Promise<string[]> {
  const { email, userId } = await givenPerson(t, {
    role: 'owner',
    organizationId: t.organization.id,
  })
  const ids = async (query: string) =>
    (await t.database.pool.query(query)).rows.map(({ id }) => String(id))
  const { secretKey, publishableKey } = t.organization
  return [
    ...[SECRET, THEIRS, email, userId, t.organization.id, secretKey, publishableKey],
    ...[theirs.customerId, theirs.subscriptionId, theirs.invoice.id, theirs.invoice.invoiceNumber],
    ...(await ids('select id from api_keys')),
    ...(await ids('select id from members')),
    ...(await ids('select id from pricing_plans')),
    ...(await ids('select id from pricing_strategies')),
    ...(await ids('select id from agents')),
    ...(await ids('select id from coupons')),
    ...(await ids('select id from discounts')),
    ...(await ids('select id from tax_rates')),
    ...(await ids(`select id from usage_events where customer_id <> '${mine.customerId}'`)),
    ...(await ids('select id from credit_grants')),
    ...(await ids(`select id from invoices where status = 'draft'`)),
  ]
}

const FORBIDDEN_FIELDS =
  /cost|margin|metadata|catalog|externalId|context|strategyId|planId|agentId|couponId|discountId|taxRateId|memberId|userId|organizationId|apiKey|eventCount|voidReason|provider/i

/** Returns the names of all fields in an answer. */
function fieldsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => [name, ...fieldsIn(part)])
}

type Route = (typeof routes)[number]

function urlOf({ path: template }: Route, { path: ids = {}, query = {} }: Request): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name) => String(ids[name]))
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))
  return search.size > 0 ? `${path}?${search}` : path
}

/** Sends a request as a page of the service does; any status is allowed. */
async function send(route: Route, request: Request, headers: Record<string, string>) {
  const { body } = request
  const response = await t.app.inject({
    method: route.method,
    url: urlOf(route, request),
    headers: {
      ...(route.method === 'GET' ? {} : { origin: t.config.publicUrl }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'idempotency-key': newId(),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  const isJson = String(response.headers['content-type']).includes('json')
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    json: isJson && response.body !== '' ? response.json() : undefined,
  }
}

const requestOf = ({ name }: Route, world: World): Request => PORTAL_REQUESTS[name]?.(world) ?? {}
const own = () => ({ cookie: mine.portal.cookie() })

test('every route of customers is in the table of this file', () => {
  expect(Object.keys(PORTAL_REQUESTS).sort()).toEqual(documented.map(({ name }) => name).sort())
})

describe.each(routes.map((route) => [route.name, route] as const))('%s', (_name, route) => {
  test('reveals no costs, no internal notes and no other customers', async () => {
    const world = route.method === 'GET' ? mine : await createWorld('Own Customer Ltd')
    const headers = { cookie: world.portal.cookie() }
    const { status, text, json } = await send(route, requestOf(route, world), headers)
    expect(status, text).toBeLessThan(300)
    for (const secret of forbidden) expect(text).not.toContain(secret)
    expect(fieldsIn(json).filter((field) => FORBIDDEN_FIELDS.test(field))).toEqual([])
  })

  test('is not framed, cached or revealed by a referrer', async () => {
    // Errors are checked too. Writes are sent only without a session, so that the session stays
    // open.
    const senders = route.method === 'GET' ? [own(), {}] : [{}]
    for (const headers of senders) {
      const answer = await send(route, requestOf(route, mine), headers)
      expect(answer.headers).toMatchObject({
        'x-frame-options': expect.stringMatching(/DENY|SAMEORIGIN/),
        'cache-control': expect.stringContaining('no-store'),
        'referrer-policy': 'no-referrer',
      })
    }
  })

  test('answers another customer’s ids with 404', async () => {
    const request = requestOf(route, theirs)
    const { year: _, ...ids } = { ...request.path, ...request.query }
    if (Object.keys(ids).length === 0) return
    const { status, json } = await send(route, request, own())
    expect([status, json.code]).toEqual([404, 'not_found'])
  })

  test('accepts only the cookie of the portal', async () => {
    const { browser } = await givenMember(t, { role: 'owner' })
    const organization = { 'x-piecework-organization': t.organization.id }
    for (const headers of [
      {},
      { 'x-api-key': t.organization.secretKey },
      { 'x-api-key': t.organization.publishableKey },
      { cookie: browser.cookie(), ...organization },
      { cookie: 'piecework_portal=nonsense' },
      { cookie: `${mine.portal.cookie()}; ${theirs.portal.cookie()}` },
    ]) {
      const { status, json } = await send(route, requestOf(route, mine), headers)
      expect([status, json.code], JSON.stringify(headers)).toEqual([401, 'portal_session_missing'])
    }
  })

  test('is refused once the link was revoked', async () => {
    const visit = await givenPortal(t, t.api, mine.customerId)
    await t.api.delete(`${PORTAL_SESSIONS}/${visit.sessionId}`)
    const { status, json } = await send(route, requestOf(route, mine), { cookie: visit.cookie() })
    expect([status, json.code]).toEqual([401, 'portal_session_revoked'])
  })

  test('is refused once the session has expired', async () => {
    const visit = await givenPortal(t, t.api, mine.customerId)
    await t.database.pool.query(
      'update portal_sessions set expires_at = $1 where customer_id = $2 and id = $3',
      ['2026-04-15T11:59:59Z', mine.customerId, visit.sessionId],
    )
    const { status, json } = await send(route, requestOf(route, mine), { cookie: visit.cookie() })
    expect([status, json.code]).toEqual([401, 'portal_session_expired'])
  })

  test('takes nothing that another page sends', async () => {
    if (route.method === 'GET') return
    for (const origin of ['https://evil.example', 'null', '']) {
      const headers = { ...own(), origin }
      const { status, json } = await send(route, requestOf(route, mine), headers)
      expect([status, json.code], origin).toEqual([403, 'wrong_origin'])
    }
    expect((await mine.portal.get('/v1/portal/session')).status).toBe(200)
  })

  test('stores no answer for repeats, because another customer could receive it', async () => {
    // Its key belongs to the customer; see portal-top-ups.test.ts.
    if (route.path === '/v1/portal/top-ups') return
    const { paths } = t.app.swagger() as {
      paths: Record<string, Record<string, { parameters?: { name?: string; $ref?: string }[] }>>
    }
    const { parameters = [] } = paths[route.path]?.[route.method.toLowerCase()] ?? {}
    expect(JSON.stringify(parameters)).not.toContain('Idempotency-Key')
  })
})

describe('the pages', () => {
  test('for customers reveal no costs and no other customers, and cannot be framed', async () => {
    const { payUrl } = await must(t.api.get(`/v1/invoices/${mine.invoice.id}`))
    const path = new URL(payUrl).pathname
    const { token } = await givenPortalLink(t.api, mine.customerId)
    const pages = ['/portal', '/portal/link?state=used', `${path}/invoice`, `/r/${token}`]
    for (const url of pages) {
      const headers = { accept: 'text/html', ...own() }
      const { body, headers: answered } = await t.app.inject({ url, headers })
      for (const secret of forbidden) expect(body, url).not.toContain(secret)
      expect(body).not.toContain(token)
      expect(answered).toMatchObject({
        'cache-control': expect.stringContaining('no-store'),
        'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
      })
      expect(answered['x-frame-options'], url).toMatch(/DENY|SAMEORIGIN/)
    }
  })
})

test('a customer of another organization has no way in', async () => {
  const other = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, other.secretKey)
  const { body } = await api.post('/v1/customers', { name: 'Elsewhere' })
  const browser = await givenPortal(t, api, body.id)
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const request = requestOf(route, mine)
    const hasIds = Object.keys({ ...request.path, ...request.query }).length > 0
    const { status, text } = await send(route, request, { cookie: browser.cookie() })
    expect(status, route.name).toBe(hasIds ? 404 : 200)
    for (const id of [mine.customerId, mine.invoice.id, mine.subscriptionId]) {
      expect(text).not.toContain(id)
    }
  }
})

test('a portal link opens only its own customer’s session', async () => {
  const { token } = await givenPortalLink(t.api, theirs.customerId)
  const { cookie = '' } = await followLink(t, token)
  const browser = createBrowser(t, { cookie })
  expect((await browser.get('/v1/portal/session')).body.customerName).toBe(THEIRS)
})
