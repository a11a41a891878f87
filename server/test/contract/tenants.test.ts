import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { type Api, createApi, createTestOrganization } from '../support/app.ts'
import {
  type Fields,
  givenAgent,
  givenCustomer,
  givenOffer,
  givenPlan,
  givenSignal,
  givenSubscription,
  unique,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { followReferences } from '../support/openapi.ts'
import { partyColumns } from '../support/parties.ts'
import { givenPortalLink } from '../support/portal.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { llm, recordEvent } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

type World = Awaited<ReturnType<typeof createWorld>>
type Request = { path?: Fields; query?: Fields; body?: Fields | Fields[] }
type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }
type Operation = {
  'x-callers'?: string
  parameters?: { in: 'path' | 'query' | 'header'; name: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Position = { where: 'path' | 'query' | 'body'; name: string }
type Ids = Record<string, string>

const openapi: { paths: Record<string, Record<string, Operation>> } = followReferences(
  JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')),
)

const routes = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase() as 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path,
    operation,
  })),
)
const keyed = routes.filter(({ operation }) => operation['x-callers'] === 'keys and members')

let mine: Api
let ours: World
let theirs: World

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { publishable } = t
beforeAll(async () => {
  mine = t.api
  ours = await createWorld(mine)
  const other = await createTestOrganization(t.dependencies)
  theirs = await createWorld(createApi(t.app, other.secretKey))
})

/** Creates one row of each kind, and spare ones that nothing references. */
async function createWorld(api: Api) {
  const customer = await givenCustomer(api, { externalId: unique('customer') })
  const offer = await givenOffer(api)
  const subscription = await givenSubscription(api, {
    customerId: customer.id,
    planId: offer.planId,
    agentId: offer.agentId,
  })
  const event = await recordEvent(api, llm({ customerExternalId: customer.externalId }))
  const linked = await givenAgent(api)
  const taxRate = await api.post('/v1/tax-rates', { name: 'VAT', percentage: 19 })
  const newCoupon = { name: 'Tenth', percentOff: 10 }
  const coupon = await api.post('/v1/coupons', newCoupon)
  const spareCoupon = await api.post('/v1/coupons', newCoupon)
  const gift = { couponId: coupon.body.id, subscriptionId: subscription.id }
  const discount = await api.post('/v1/discounts', gift)
  const made = [taxRate, coupon, spareCoupon, discount]
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const ids = { customerId: customer.id, subscriptionId: subscription.id }
  const invoice = await api.post('/v1/invoices/generate', ids)
  expect(invoice.status, JSON.stringify(invoice.body)).toBe(201)
  await t.database.pool.query(
    `insert into customer_credits (customer_id, id, organization_id, currency, amount, kind,
       invoice_id, booked_at, created_at)
     select customer_id, id, organization_id, 'USD', 5, 'invoice', id, now(), now()
     from invoices where id = $1`,
    [invoice.body.id],
  )
  const { payableId, paymentId, emailId } = await createPayment(api, offer)
  const link = await givenPortalLink(api, customer.id)
  return {
    api,
    ...offer,
    customerId: customer.id as string,
    externalId: customer.externalId as string,
    eventId: event.id,
    subscriptionId: subscription.id as string,
    invoiceId: invoice.body.id as string,
    payableId,
    paymentId,
    emailId,
    sessionId: link.id,
    taxRateId: taxRate.body.id as string,
    couponId: coupon.body.id as string,
    spareCouponId: spareCoupon.body.id as string,
    discountId: discount.body.id as string,
    spareCustomerId: (await givenCustomer(api)).id,
    spareAgentId: (await givenAgent(api)).id,
    spareSignalId: (await givenSignal(api, { agentId: offer.agentId })).id,
    sparePlanId: (await givenPlan(api, { agentId: linked.id })).id,
    linkedAgentId: linked.id,
    catalogId: (await api.get('/v1/services?limit=1')).body.data[0].id as string,
  }
}

/** Creates an issued invoice of 10, of which 4 are paid. */
async function createPayment(api: Api, { planId, agentId }: { planId: string; agentId: string }) {
  const customerId: string = (await givenCustomer(api)).id
  const { id: subscriptionId } = await givenSubscription(api, { customerId, planId, agentId })
  const { body } = await api.post('/v1/invoices/generate', { customerId, subscriptionId })
  const payableId: string = body.id
  const columns = { organization: 'organization_id', customer: 'customer_id' }
  const { seller, buyer } = partyColumns(columns)
  await t.database.pool.query(
    `update invoices set version = version + 1, status = 'issued', subtotal = 10, total = 10, seller = ${seller},
       buyer = ${buyer}
     where id = $1`,
    [payableId],
  )
  const payment = await api.post(`/v1/invoices/${payableId}/payments`, { amount: 4 })
  expect(payment.status, JSON.stringify(payment.body)).toBe(201)
  const mail = { recipientEmail: 'ann@acme.test' }
  expect((await api.post(`/v1/invoices/${payableId}/send`, mail)).status).toBe(200)
  const emails = await api.get(`/v1/emails?invoiceId=${payableId}`)
  return {
    payableId,
    paymentId: payment.body.id as string,
    emailId: emails.body.results[0].id as string,
  }
}

const customer = (w: World) => ({ customerId: w.customerId })
const signal = (w: World) => ({ signalId: w.signalId })
const plan = (w: World) => ({ planId: w.planId })
const strategy = (w: World) => ({ path: { planId: w.planId, strategyId: w.strategyId } })
const sub = (w: World) => ({ subscriptionId: w.subscriptionId })
const invoice = (w: World) => ({ invoiceId: w.invoiceId })
const coupon = (w: World) => ({ couponId: w.couponId })
const discount = (w: World) => ({ discountId: w.discountId })
const taxRate = (w: World) => ({ taxRateId: w.taxRateId })
const gpt4o = { targetModel: 'gpt-4o', targetProvider: 'openai' }
const record = { records: [llm()] }
const NO_IDS = () => ({})

/** For every route, a successful request with an id wherever the route takes one. */
const REQUESTS: Record<string, (w: World) => Request> = {
  'GET /v1/verify': NO_IDS,
  'POST /v1/usage/record': () => ({ body: record }),
  'POST /v1/usage/estimate': () => ({ body: record }),
  'GET /v1/events': ({ customerId, agentId, signalId }) => ({
    query: { customerId, agentId, signalId },
  }),
  'GET /v1/events/{eventId}': ({ eventId }) => ({ path: { eventId } }),
  'GET /v1/events/needs-cost-backfill': NO_IDS,
  'GET /v1/events/map-model/estimate': ({ catalogId }) => ({
    query: { sourceModel: 'a', sourceProvider: 'b', targetPricingId: catalogId },
  }),
  'POST /v1/events/map-model': () => ({
    body: { sourceModel: 'a', sourceProvider: 'b', ...gpt4o },
  }),
  'GET /v1/analytics/usage': ({ customerId, agentId, signalId }) => ({
    query: { customerId, agentId, signalId, breakdownBy: 'customer' },
  }),
  'GET /v1/analytics/cost': ({ customerId, agentId, signalId }) => ({
    query: { customerId, agentId, signalId },
  }),
  'GET /v1/analytics/revenue': ({ customerId, agentId }) => ({ query: { customerId, agentId } }),
  'GET /v1/analytics/overview': NO_IDS,
  'GET /v1/analytics/customer-margins': NO_IDS,
  'GET /v1/attention': NO_IDS,
  'GET /v1/analytics/customers': ({ customerId }) => ({ query: { customerId } }),
  'GET /v1/analytics/agent-earned': ({ customerId, agentId }) => ({
    query: { customerId, agentId },
  }),
  'GET /v1/analytics/profitability': ({ customerId, agentId }) => ({
    query: { customerId, agentId },
  }),
  'GET /v1/analytics/outcomes': ({ customerId, agentId, signalId }) => ({
    query: { customerId, agentId, signalId },
  }),
  'GET /v1/analytics/reconciliation': ({ customerId }) => ({ query: { customerId } }),
  'GET /v1/analytics/month-end': ({ customerId }) => ({ query: { customerId } }),
  'GET /v1/analytics/mrr': ({ customerId }) => ({ query: { customerId, variant: 'all' } }),
  'GET /v1/analytics/invoice-totals': ({ customerId }) => ({ query: { customerId } }),
  'GET /v1/customers/{customerId}/revenue': ({ customerId }) => ({ path: { customerId } }),
  'GET /v1/services': NO_IDS,
  'GET /v1/services/{serviceId}': NO_IDS,
  'GET /v1/pricing-plans': ({ agentId }) => ({ query: { agentId } }),
  'POST /v1/pricing-plans': ({ agentId }) => ({ body: { name: 'Pro', agentId } }),
  'GET /v1/pricing-plans/summaries': ({ planId }) => ({ query: { planId } }),
  'GET /v1/pricing-plans/{planId}': (w) => ({ path: plan(w) }),
  'PATCH /v1/pricing-plans/{planId}': (w) => ({ path: plan(w), body: { name: 'New' } }),
  'DELETE /v1/pricing-plans/{planId}': (w) => ({ path: { planId: w.sparePlanId } }),
  'POST /v1/pricing-plans/{planId}/copy': (w) => ({ path: plan(w), body: {} }),
  'POST /v1/pricing-plans/{planId}/agents': (w) => ({
    path: plan(w),
    body: { agentId: w.spareAgentId },
  }),
  'DELETE /v1/pricing-plans/{planId}/agents/{agentId}': (w) => ({
    path: { planId: w.sparePlanId, agentId: w.linkedAgentId },
  }),
  'GET /v1/pricing-plans/{planId}/pricing-strategies': (w) => ({
    path: plan(w),
    query: { signalId: w.signalId },
  }),
  'POST /v1/pricing-plans/{planId}/pricing-strategies': (w) => ({
    path: plan(w),
    body: [{ chargeType: 'usage', pricingModel: 'flat', rate: 1, signalId: w.spareSignalId }],
  }),
  'PATCH /v1/pricing-plans/{planId}/pricing-strategies': (w) => ({
    path: plan(w),
    body: [{ id: w.strategyId, signalId: w.signalId, rate: 2 }],
  }),
  'POST /v1/pricing-strategies/preview': () => ({
    body: { currency: 'USD', strategies: [{ chargeType: 'recurring', rate: 1 }] },
  }),
  'GET /v1/pricing-plans/{planId}/pricing-strategies/{strategyId}': strategy,
  'PATCH /v1/pricing-plans/{planId}/pricing-strategies/{strategyId}': (w) => ({
    ...strategy(w),
    body: { signalId: w.signalId, rate: 3 },
  }),
  'DELETE /v1/pricing-plans/{planId}/pricing-strategies/{strategyId}': strategy,
  'GET /v1/customers': ({ externalId }) => ({ query: { externalId } }),
  'POST /v1/customers': () => ({ body: { name: 'Acme' } }),
  'GET /v1/customers/{customerId}': (w) => ({ path: customer(w) }),
  'PATCH /v1/customers/{customerId}': (w) => ({ path: customer(w), body: { name: 'New' } }),
  'POST /v1/customers/{customerId}/credit-payouts': (w) => ({
    path: customer(w),
    body: { currency: 'USD', amount: 1 },
  }),
  'DELETE /v1/customers/{customerId}': (w) => ({ path: { customerId: w.spareCustomerId } }),
  'GET /v1/customers/by-external-id/{externalId}': ({ externalId }) => ({ path: { externalId } }),
  'GET /v1/agents': NO_IDS,
  'POST /v1/agents': () => ({ body: { name: 'Support', agentCode: unique('agent') } }),
  'GET /v1/agents/{agentId}': ({ agentId }) => ({ path: { agentId } }),
  'PATCH /v1/agents/{agentId}': ({ agentId }) => ({ path: { agentId }, body: { name: 'New' } }),
  'DELETE /v1/agents/{agentId}': (w) => ({ path: { agentId: w.spareAgentId } }),
  'GET /v1/signals': ({ agentId }) => ({ query: { agentId } }),
  'POST /v1/signals': ({ agentId }) => ({ body: { agentId, name: 'ticket' } }),
  'GET /v1/signals/{signalId}': (w) => ({ path: signal(w) }),
  'PATCH /v1/signals/{signalId}': (w) => ({ path: signal(w), body: { description: 'New' } }),
  'DELETE /v1/signals/{signalId}': (w) => ({ path: { signalId: w.spareSignalId } }),
  'POST /v1/signals/bulk': ({ agentId }) => ({ body: { signals: [{ agentId, name: 'call' }] } }),
  'POST /v1/subscriptions': ({ planId, agentId, spareCustomerId }) => ({
    body: { name: 'A', planId, agentId, customerId: spareCustomerId, startDate: '2026-03-01' },
  }),
  'POST /v1/subscriptions/preview': ({ planId, agentId, spareCustomerId }) => ({
    body: { name: 'A', planId, agentId, customerId: spareCustomerId, startDate: '2026-03-01' },
  }),
  'GET /v1/subscriptions': ({ customerId, agentId, planId }) => ({
    query: { customerId, agentId, planId },
  }),
  'GET /v1/subscriptions/{subscriptionId}': (w) => ({ path: sub(w) }),
  'PATCH /v1/subscriptions/{subscriptionId}': (w) => ({
    path: sub(w),
    body: { name: 'New', planId: w.planId, agentId: w.agentId, customerId: w.customerId },
  }),
  'DELETE /v1/subscriptions/{subscriptionId}': (w) => ({ path: sub(w) }),
  'PATCH /v1/subscriptions/{subscriptionId}/invoice-dates': (w) => ({
    path: sub(w),
    body: { billingDay: 20 },
  }),
  'GET /v1/subscriptions/{subscriptionId}/changelog': (w) => ({ path: sub(w) }),
  'GET /v1/subscriptions/{subscriptionId}/periods': (w) => ({ path: sub(w) }),
  'GET /v1/organization': NO_IDS,
  'GET /v1/organization/sample-invoice': NO_IDS,
  'PATCH /v1/organization': () => ({ body: { phone: '1' } }),
  'GET /v1/coupons': NO_IDS,
  'POST /v1/coupons': () => ({ body: { name: 'Half', percentOff: 50 } }),
  'GET /v1/coupons/{couponId}': (w) => ({ path: coupon(w) }),
  'PATCH /v1/coupons/{couponId}': (w) => ({ path: coupon(w), body: { name: 'New' } }),
  'DELETE /v1/coupons/{couponId}': (w) => ({ path: coupon(w) }),
  'GET /v1/discounts': (w) => ({ query: { ...coupon(w), ...customer(w), ...sub(w) } }),
  'POST /v1/discounts': (w) => ({
    body: { couponId: w.spareCouponId, ...customer(w), ...sub(w) },
  }),
  'GET /v1/discounts/{discountId}': (w) => ({ path: discount(w) }),
  'DELETE /v1/discounts/{discountId}': (w) => ({ path: discount(w) }),
  'GET /v1/tax-rates': NO_IDS,
  'POST /v1/tax-rates': () => ({ body: { name: 'GST', percentage: 5 } }),
  'GET /v1/tax-rates/{taxRateId}': (w) => ({ path: taxRate(w) }),
  'PATCH /v1/tax-rates/{taxRateId}': (w) => ({ path: taxRate(w), body: { name: 'New' } }),
  'DELETE /v1/tax-rates/{taxRateId}': (w) => ({ path: taxRate(w) }),
  'GET /v1/test-clock': NO_IDS,
  'GET /v1/test-clock/timeline': NO_IDS,
  'DELETE /v1/test-clock': NO_IDS,
  'POST /v1/test-clock': () => ({ body: { now: '2026-04-01' } }),
  'GET /v1/invoices': ({ customerId, subscriptionId }) => ({
    query: { customerId, subscriptionId },
  }),
  'GET /v1/invoices/counts': ({ customerId, subscriptionId }) => ({
    query: { customerId, subscriptionId },
  }),
  'GET /v1/invoices/{invoiceId}': (w) => ({ path: invoice(w) }),
  'POST /v1/invoices/generate': (w) => ({ body: { ...customer(w), ...sub(w) } }),
  'POST /v1/invoices/preview': (w) => ({ body: { ...customer(w), ...sub(w) } }),
  'POST /v1/invoices/{invoiceId}/void': (w) => ({ path: invoice(w), body: {} }),
  'POST /v1/invoices/{invoiceId}/send': (w) => ({
    path: { invoiceId: w.payableId },
    body: { recipientEmail: 'ann@acme.test' },
  }),
  'GET /v1/invoices/{invoiceId}/mail': (w) => ({ path: invoice(w) }),
  'GET /v1/invoices/{invoiceId}/mail/document': (w) => ({ path: invoice(w) }),
  'GET /v1/invoices/{invoiceId}/timeline': (w) => ({ path: invoice(w) }),
  'GET /v1/invoices/{invoiceId}/pdf': (w) => ({ path: invoice(w) }),
  'POST /v1/portal-sessions': (w) => ({
    body: { customerId: w.customerId, customerExternalId: w.externalId },
  }),
  'GET /v1/portal-sessions': (w) => ({ query: customer(w) }),
  'GET /v1/portal-sessions/{sessionId}': ({ sessionId }) => ({ path: { sessionId } }),
  'DELETE /v1/portal-sessions/{sessionId}': ({ sessionId }) => ({ path: { sessionId } }),
  'GET /v1/emails': ({ payableId, customerId }) => ({
    query: { invoiceId: payableId, customerId },
  }),
  'GET /v1/emails/{emailId}': ({ emailId }) => ({ path: { emailId } }),
  'GET /v1/emails/{emailId}/document': ({ emailId }) => ({ path: { emailId } }),
  'GET /v1/invoices/{invoiceId}/payments': (w) => ({ path: invoice(w) }),
  'GET /v1/payments': ({ customerId, payableId }) => ({
    query: { customerId, invoiceId: payableId },
  }),
  'POST /v1/invoices/{invoiceId}/payments': (w) => ({
    path: { invoiceId: w.payableId },
    body: { amount: 1, method: 'cash' },
  }),
  'POST /v1/invoices/{invoiceId}/payments/{paymentId}/refund': (w) => ({
    path: { invoiceId: w.payableId, paymentId: w.paymentId },
    body: { amount: 1 },
  }),
}

/**
 * The catalog is global, a run id groups events, and a tax id is text to print. The other two in a
 * body name something new.
 */
const NOT_SCOPED = ['serviceId', 'targetPricingId', 'runId', 'taxId', 'customerExternalId']
const NEW_IN_A_BODY = ['externalId']

/** Fields of a subscription that never change, whatever id is sent. */
const FIXED: Record<string, string[]> = {
  'PATCH /v1/subscriptions/{subscriptionId}': ['planId', 'agentId', 'customerId'],
}

const namesIn = (schema: Schema): string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [name, ...namesIn(one)]),
  ...(schema.items ? namesIn(schema.items) : []),
  ...(schema.anyOf ?? []).flatMap(namesIn),
]

function positionsOf({ parameters = [], requestBody }: Operation): Position[] {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema ?? {}
  return [
    // An id in a header is the caller's own.
    ...parameters.flatMap(({ in: where, name }) => (where === 'header' ? [] : [{ where, name }])),
    ...namesIn(schema)
      .filter((name) => !NEW_IN_A_BODY.includes(name))
      .map((name) => ({ where: 'body' as const, name })),
  ].filter(({ name }) => /(^i|I)d$/.test(name) && !NOT_SCOPED.includes(name))
}

/** Returns the request with other ids in the given positions; throws where it has none to swap. */
function swap(request: Request, positions: Position[], ids: Ids): Request {
  const copy = structuredClone(request)
  for (const { where, name } of positions) {
    const part = copy[where] ?? {}
    const rows = [part].flat().flatMap((row) => [row, ...Object.values(row).flat()]) as Fields[]
    const row = rows.find((one) => typeof one[name] === 'string')
    if (!row) throw new Error(`the table names no ${name} in the ${where}`)
    const id = ids[name === 'id' ? 'strategyId' : name]
    if (!id) throw new Error(`there is no row of another organization for ${name}`)
    row[name] = id
  }
  return copy
}

const urlOf = (path: string, { path: ids = {}, query = {} }: Request) => {
  const text = new URLSearchParams(query as Ids).toString()
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => String(ids[name] ?? theirs.agentId))
  return `${filled}${text && `?${text}`}`
}

type Route = (typeof routes)[number]

async function send(api: Api, { method, path }: Route, request: Request) {
  const url = urlOf(path, request)
  if (method === 'POST') return api.post(url, request.body)
  if (method === 'PATCH') return api.patch(url, request.body)
  return method === 'DELETE' ? api.delete(url) : api.get(url)
}

/** Returns the answer without what must differ: its request id and the ids sent. */
function comparable(answer: { status: number; body: Fields }, ids: Ids) {
  const { requestId: _, ...body } = answer.body
  const text = Object.values(ids).reduce(
    (all, id) => all.replaceAll(id, '<id>'),
    JSON.stringify(body),
  )
  return { status: answer.status, text }
}

const absentIds = (): Ids =>
  Object.fromEntries(Object.entries(theirs).map(([name]) => [name, crypto.randomUUID()]))
const foreignIds = (): Ids =>
  Object.fromEntries(
    Object.entries(theirs).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

test('every route is in the table of this file', () => {
  expect(Object.keys(REQUESTS).sort()).toEqual(keyed.map(({ name }) => name).sort())
})

test.each(keyed)("$name answers another organization's id like an absent one", async (route) => {
  const positions = positionsOf(route.operation)
  if (positions.length === 0) return
  const request = REQUESTS[route.name]?.(await createWorld(mine))
  if (!request) throw new Error(`${route.name} is missing in REQUESTS`)
  const together = positions.length > 1 ? [positions] : []
  await storesNothing(t.database.pool, async () => {
    for (const swapped of [...positions.map((one) => [one]), ...together]) {
      const [foreign, absent] = [foreignIds(), absentIds()]
      const label = swapped.map(({ where, name }) => `${where} ${name}`).join(', ')
      const answer = await send(mine, route, swap(request, swapped, foreign))
      const control = await send(mine, route, swap(request, swapped, absent))
      expect(comparable(answer, foreign), label).toEqual(comparable(control, absent))
      const isFilter = swapped.every(({ where }) => where === 'query')
      const refusal = FIXED[route.name]?.includes(swapped[0]?.name ?? '') ? [404, 422] : [404]
      expect(isFilter ? [200] : refusal, label).toContain(answer.status)
      const { results, data } = answer.body
      // Totals are not lists; it suffices that they equal those of an absent id.
      if (isFilter && !/^\/v1\/(analytics\/|invoices\/counts)/.test(route.path))
        expect(results ?? data ?? answer.body, label).toEqual([])
    }
  })
  const own = await send(mine, route, request)
  expect(own.status, JSON.stringify(own.body)).toBeLessThan(300)
})

test("every list is empty while another organization's is not", async () => {
  const { secretKey } = await createTestOrganization(t.dependencies)
  const fresh = createApi(t.app, secretKey)
  const lists = [
    ...['customers', 'agents', 'signals', 'pricing-plans', 'subscriptions', 'events'],
    ...['coupons', 'discounts', 'tax-rates'],
  ]
  for (const list of lists) {
    expect((await theirs.api.get(`/v1/${list}`)).body.totalResults, list).toBeGreaterThan(0)
    expect((await fresh.get(`/v1/${list}`)).body, list).toMatchObject({
      results: [],
      totalResults: 0,
    })
  }
})

test.each(keyed)('$name without a key is 401', async (route) => {
  const { status } = await send(createApi(t.app, ''), route, REQUESTS[route.name]?.(theirs) ?? {})
  expect(status).toBe(401)
})

const PUBLIC =
  /^\/v1\/(verify|services|pricing-plans(?!\/summaries)|events(?!\/map-model)|analytics\/(?!customer-margins|customers|outcomes|overview|reconciliation|month-end))(\/|\w|$)/

test.each(keyed)('$name with a publishable key reads what is public and no more', async (route) => {
  const isPublic = route.method === 'GET' && PUBLIC.test(route.path)
  const request = REQUESTS[route.name]?.(ours) ?? {}
  const path = { serviceId: (await mine.get('/v1/services?limit=1')).body.data[0].id }
  const answer = await send(publishable, route, { ...request, path: { ...path, ...request.path } })
  const refusal = route.path.startsWith('/v1/portal-sessions') ? 401 : 403
  expect(answer.status).toBe(isPublic ? 200 : refusal)
  if (route.method !== 'GET') expect(answer.body.message).toMatch(/secret key/i)
})
