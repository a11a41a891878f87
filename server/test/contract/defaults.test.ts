import { beforeAll, expect, test } from 'vitest'
import { type Caller, createCaller } from '../support/callers.ts'
import type { Fields } from '../support/given.ts'
import { documentedRoutes, partsOf, type Route } from '../support/openapi.ts'
import { REQUESTS } from '../support/requests.ts'
import { useTestApp } from '../support/use-app.ts'
import { givenWorld, type World } from '../support/world.ts'

let call: Caller
let world: World

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z') })
beforeAll(async () => {
  call = await createCaller(t)
  world = await givenWorld(t, t.api)
})

const RECORD = { quantity: 1, metadata: {}, keepHold: false }

/** What a field is when a request leaves it out. */
const OF_BODIES: Record<string, Fields> = {
  'POST /v1/usage/record': RECORD,
  'POST /v1/usage/estimate': RECORD,
  // Of each service; the quantity of the event stays as it is.
  'POST /v1/events/amend': { quantity: 1 },
  'POST /v1/events/{eventId}/amend': { quantity: 1 },
  'POST /v1/customers': { timezone: 'UTC', status: 'active', netTerms: 30, isTaxExempt: false },
  'POST /v1/agents': { isActive: true },
  'POST /v1/signals': { isActive: true, settlementDays: 0 },
  'POST /v1/signals/bulk': { isActive: true, settlementDays: 0 },
  'POST /v1/pricing-plans': { autoAcceptRejections: false, isActive: true },
  'POST /v1/pricing-plans/{planId}/pricing-strategies': { isActive: true },
  'POST /v1/pricing-plans/{planId}/pricing-strategies/{strategyId}/prices': {
    audience: 'everyone',
  },
  'POST /v1/subscriptions/{subscriptionId}/prices/{strategyId}': { usePlanPrice: false },
  'POST /v1/price-changes': { audience: 'everyone' },
  'POST /v1/price-changes/preview': { audience: 'everyone' },
  'POST /v1/pricing-strategies/preview': { isActive: true },
  'POST /v1/cost-allocations': { unit: 'tokens' },
  'POST /v1/cost-rates': { isFree: false },
  'POST /v1/guard/holds': { quantity: 1, ttlSeconds: 900 },
  'POST /v1/guard/checks': { quantity: 1 },
  'POST /v1/guard/holds/{holdId}/extend': { ttlSeconds: 900 },
  'POST /v1/budgets': { isPerCustomer: true, onUnknownCost: 'hold', isActive: true },
  'POST /v1/customers/{customerId}/credit-grants': { priority: 50 },
  'POST /v1/coupons': { duration: 'once', isActive: true },
  'POST /v1/tax-rates': { isInclusive: false, isDefault: false, isActive: true },
  'POST /v1/api-keys': { scope: 'full' },
  'POST /v1/webhook-endpoints': { includeCosts: false },
  'POST /v1/webhook-endpoints/{endpointId}/rotate-secret': { overlapHours: 24 },
  'POST /v1/webhook-endpoints/{endpointId}/replay': { onlyFailed: false },
  'POST /v1/invoices/{invoiceId}/payments': { method: 'other' },
}

/** What a parameter is when a request leaves it out. */
const OF_QUERIES: Fields = { page: 1, offset: 0, limit: 20, sortBy: 'createdAt', sortOrder: 'desc' }
const OF_SOME_QUERIES: Record<string, Fields> = {
  'GET /v1/events': { sortBy: 'usageDate' },
  'GET /v1/invoices': { sortBy: 'issueDate' },
  'GET /v1/payments': { sortBy: 'date' },
  'GET /v1/services': { limit: 50 },
  'GET /v1/cost-rates': { includeWithdrawn: false },
  'GET /v1/announcements': { includeCosts: false, exactTotal: true },
  'GET /v1/announcements/{announcementId}': { includeCosts: false },
  'GET /v1/webhook-endpoints/{endpointId}/deliveries': { exactTotal: true },
  'GET /v1/portal-sessions': { limit: 10, includeExpired: false },
  'GET /v1/portal/usage': { period: 'current' },
}

const routes = documentedRoutes()

/** The same for each route that has any. */
const byRoute = (defaultsOf: (route: Route) => [string, unknown][]) =>
  Object.fromEntries(
    routes.flatMap((route) => {
      const defaults = defaultsOf(route)
      return defaults.length === 0 ? [] : [[route.name, Object.fromEntries(defaults)]]
    }),
  )

test('the document says of bodies these defaults and no others', () => {
  const documented = byRoute(({ body = {} }) =>
    partsOf(body).flatMap(([place, { default: preset }]) =>
      preset === undefined ? [] : [[place.split('.').at(-1) ?? '', preset]],
    ),
  )
  expect(documented).toEqual(OF_BODIES)
})

test('the document says of queries these defaults and no others', () => {
  const others = byRoute(({ inQuery }) =>
    inQuery.flatMap(({ name, schema: { default: preset } }) =>
      preset === OF_QUERIES[name] ? [] : [[name, preset]],
    ),
  )
  expect(others).toEqual(OF_SOME_QUERIES)
})

/**
 * The records of usage answer no fields; decisions answer others; previews store nothing; services
 * are a part of an event; secrets are rotated and announcements replayed, which answers neither.
 */
const answering = routes.filter(
  ({ name }) => name in OF_BODIES && !/usage|preview|events|guard|webhook-endpoints\/\{/.test(name),
)

test.each(answering)('$name answers the defaults of what was left out', async (route) => {
  const defaults = OF_BODIES[route.name] ?? {}
  const { path = {}, body = route.example } = REQUESTS[route.name]?.(world) ?? {}
  const url = route.path.replace(/\{(\w+)\}/g, (_, name) => String(path[name]))
  const sent = JSON.stringify(body, (name, value) => (name in defaults ? undefined : value))
  const answer = await call(route, url, JSON.parse(sent))
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  for (const made of answer.body.results ?? [answer.body]) expect(made).toMatchObject(defaults)
})
