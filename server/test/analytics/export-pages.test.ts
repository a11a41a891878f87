import { beforeAll, describe, expect, test } from 'vitest'
import { marginPages } from '../../src/features/analytics/overview/customer-margins.ts'
import { rowPages } from '../../src/features/analytics/profitability/customer-pages.ts'
import { subscriptionPages } from '../../src/features/analytics/revenue/by-subscription.ts'
import { refreshOrganization } from '../../src/features/earnings/refresh/refresh-organization.ts'
import { closeSums } from '../../src/features/usage/closed-sums/close-sums.ts'
import { type Api, createApi, createTestOrganization, must } from '../support/app.ts'
import { readCsv } from '../support/csv.ts'
import {
  type Fields,
  givenAgent,
  givenCustomer,
  givenPlan,
  givenStrategies,
  givenSubscription,
} from '../support/given.ts'
import { sms, times, unknownModel } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'
import { comparePages, readPages } from './compare-pages.ts'
import { randomFrom } from './random.ts'
import { makeWorld } from './random-world.ts'

const NOW = new Date('2026-06-10T12:00:00Z')
const t = useTestApp({ now: () => NOW })

type World = { organizationId: string; secretKey: string; api: Api }
let world: World
let neighbour: World

/**
 * Creates customers with a subscription and no usage, usage and no subscription, both, and neither.
 */
async function givenWorld(): Promise<World> {
  const { id: organizationId, secretKey } = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, secretKey)
  const { id: agentId } = await givenAgent(api)
  for (const currency of ['USD', 'EUR', 'GBP']) {
    const { id: planId } = await givenPlan(api, { agentId, currency })
    await givenStrategies(api, planId, { chargeType: 'recurring', rate: '10.333' })
    const parties = { planId, agentId, startDate: '2026-02-03', timezone: 'UTC' }
    const { id: one } = await givenCustomer(api, { name: `pays in ${currency}` })
    await givenSubscription(api, { ...parties, customerId: one })
    const { id: both } = await givenCustomer(api, { name: `pays in USD and ${currency}` })
    await givenSubscription(api, { ...parties, customerId: both })
    const inUsd = await givenPlan(api, { agentId, currency: 'USD' })
    await givenStrategies(api, inUsd.id, { chargeType: 'recurring', rate: 7 })
    await givenSubscription(api, { ...parties, customerId: both, planId: inUsd.id })
  }
  await givenCustomer(api, { name: 'does nothing' })
  const { id: left } = await givenCustomer(api, { externalId: 'left' })
  for (const usageDate of ['2026-02-10T10:00:00Z', '2026-04-10T10:00:00Z']) {
    await must(api.record(sms({ customerExternalId: 'works without a deal', usageDate })))
    await must(api.record(unknownModel({ customerExternalId: 'left', usageDate })))
  }
  expect((await api.delete(`/v1/customers/${left}`)).status).toBe(204)
  return { organizationId, secretKey, api }
}

beforeAll(async () => {
  world = await givenWorld()
  const { api, organizationId } = world
  await makeWorld(api, { random: randomFrom(3), database: t.database, organizationId })
  neighbour = await givenWorld()
})

const ALL_TIME = { startDate: '2025-12-01', endDate: '2026-06-30' }
const WINDOWS = [
  ALL_TIME,
  { startDate: '2026-02-01', endDate: '2026-02-28' },
  { startDate: '2026-02-10', endDate: '2026-04-11' },
  { startDate: '2026-03-17', endDate: '2026-03-17' },
  { startDate: '2024-01-01', endDate: '2024-01-31' },
]

describe('computing customers in batches equals the JSON answer for all', () => {
  test.each(WINDOWS)('from $startDate to $endDate', async (window) => {
    const deps = t.dependencies
    for (const page of [1, 3, 1_000]) {
      await comparePages({ deps, ...world }, { window, page }, NOW)
    }
    await comparePages({ deps, ...neighbour }, { window, page: 4 }, NOW)
  })

  test('also of one agent', async () => {
    const deps = t.dependencies
    const { rows } = await t.database.pool.query(
      'select id from agents where organization_id = $1',
      [world.organizationId],
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const { id: agentId } of rows) {
      await comparePages({ deps, ...world }, { window: ALL_TIME, page: 3, agentId }, NOW)
    }
  })

  test('also once months are closed', async () => {
    const deps = t.dependencies
    await closeSums({ ...deps, saving: { rows: 0, events: 0 } }, NOW)
    for (const window of WINDOWS) await comparePages({ deps, ...world }, { window, page: 2 }, NOW)
  })
})

const URLS = {
  'customer-margins': 'customer-margins',
  bySubscription: 'revenue',
  rows: 'profitability',
  byKey: 'profitability',
} as const
type Table = keyof typeof URLS

const csvOf = async (table: Table, { secretKey }: World, more = '') => {
  const filter = new URLSearchParams(ALL_TIME)
  if (table !== 'customer-margins') filter.set('table', table)
  return (await readCsv(t, `/v1/analytics/${URLS[table]}?${filter}${more}`, secretKey)).rows
}
const customersIn = (rows: readonly Fields[]) =>
  rows.flatMap(({ customerId, key }) => String(customerId ?? key) || [])

describe('as CSV', () => {
  test.each(Object.keys(URLS) as Table[])('%s has all customers by id', async (table) => {
    const ids = customersIn(await csvOf(table, world))
    expect(new Set(ids).size).toBeGreaterThan(5)
    expect(ids).toEqual(ids.toSorted())
    const others = customersIn(await csvOf(table, neighbour))
    expect(new Set(others).size).toBeGreaterThan(2)
    expect(others.filter((id) => ids.includes(id))).toEqual([])
  })

  test('with a number of customers, the rows are those of JSON in the same order', async () => {
    const { results } = await must(
      world.api.get(`/v1/analytics/customer-margins?${new URLSearchParams(ALL_TIME)}&top=3`),
    )
    const margins = await csvOf('customer-margins', world, '&top=3')
    expect(customersIn(margins)).toEqual(customersIn(results))
    const work = await must(
      world.api.get(`/v1/analytics/profitability?${new URLSearchParams(ALL_TIME)}&top=3`),
    )
    const keys = await csvOf('byKey', world, '&top=3')
    expect(keys.map(({ key }) => key)).toEqual(work.byKey.map(({ key }: Fields) => key ?? ''))
  })

  test('one customer has the rows of JSON in its order', async () => {
    const [first] = customersIn(await csvOf('bySubscription', world))
    const filter = `&customerId=${first}`
    const url = `/v1/analytics/profitability?${new URLSearchParams(ALL_TIME)}${filter}`
    const { rows } = await must(world.api.get(url))
    const found = await csvOf('rows', world, filter)
    expect(found.map(({ kind }) => kind)).toEqual(rows.map(({ kind }: Fields) => kind))
    expect(found.length).toBeGreaterThan(0)
  })
})

test('each page is read on demand, and includes concurrent changes that were refreshed', async () => {
  const { organizationId, api } = world
  const asked = { organizationId, query: ALL_TIME, page: 1 }
  const names = ['earlier', 'later']
  for (const name of names) {
    await must(api.record(sms({ customerExternalId: name, usageDate: '2026-03-03T10:00:00Z' })))
  }
  const { rows } = await t.database.pool.query(
    'select id, external_id from customers where external_id = any($1) order by id',
    [names],
  )
  expect(rows.map((row) => row.external_id)).toEqual(names)
  const [earlier, later] = rows.map(({ id }) => id)
  const counts = new Map<string | null, number>()
  for await (const page of rowPages(t.dependencies, asked, NOW)) {
    for (const { key, eventCount } of page) counts.set(key, eventCount)
    if (page[0]?.key !== earlier) continue
    for (const name of names) {
      await must(api.record(sms({ customerExternalId: name, usageDate: '2026-03-04T10:00:00Z' })))
    }
    // As the lane of the worker does; only the first page refreshes by itself.
    const moment = { now: NOW, businessNow: NOW }
    await refreshOrganization(t.dependencies, { organizationId, moment })
  }
  expect([counts.get(earlier), counts.get(later)]).toEqual([1, 2])
})

test('each customer is included exactly once while others are created', async () => {
  const { organizationId, api } = world
  const asked = { organizationId, query: ALL_TIME, page: 2 }
  const before = await readPages(marginPages(t.dependencies, asked, NOW))
  const read: string[] = []
  for await (const page of marginPages(t.dependencies, asked, NOW)) {
    read.push(...page.map(({ customerId }) => customerId))
    if (read.length < 5) await Promise.all(times(3, () => givenCustomer(api)))
  }
  expect(read).toEqual(before.rows.map(({ customerId }) => customerId))
  const { rows } = await readPages(subscriptionPages(t.dependencies, asked, NOW))
  expect(new Set(rows.map(({ subscriptionId }) => subscriptionId)).size).toBe(rows.length)
})
