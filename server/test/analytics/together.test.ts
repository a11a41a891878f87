import { beforeAll, describe, expect, test } from 'vitest'
import { closeSums } from '../../src/features/usage/closed-sums/close-sums.ts'
import { type Api, createApi, createTestOrganization, must } from '../support/app.ts'
import {
  type Fields,
  givenAgent,
  givenCustomer,
  givenPlan,
  givenSignal,
  givenStrategies,
  givenSubscription,
  strategiesOf,
} from '../support/given.ts'
import { sendInvoice } from '../support/invoice.ts'
import { recordOne, sms } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'
import { compareTogether } from './compare-together.ts'

const NOW = new Date('2026-05-15T12:00:00Z')
const t = useTestApp({ now: () => NOW })

const POOL = {
  pricingModel: 'credit_pool',
  tiers: [
    { lower: 0, upper: 5, rate: 30 },
    { lower: 5, upper: null, rate: 2 },
  ],
}

/** Creates an agent's plan with flat usage prices, fees and optionally a pool. */
async function givenTerms(api: Api, pool: boolean) {
  const { id: agentId, agentCode } = await givenAgent(api)
  const { id: ticket } = await givenSignal(api, { agentId, name: 'ticket' })
  const { id: call } = await givenSignal(api, { agentId, name: 'call' })
  const { id: planId } = await givenPlan(api, { agentId })
  const [price] = await givenStrategies(
    api,
    planId,
    { chargeType: 'usage', signalId: ticket, pricingModel: 'flat', rate: '0.123' },
    ...(pool ? [{ chargeType: 'usage', signalId: call, ...POOL }] : []),
    { chargeType: 'recurring', rate: 31.5 },
    { chargeType: 'seat_based', rate: 7 },
    { chargeType: 'onetime', rate: 99 },
  )
  const join = async (name: string, ...subscriptions: Fields[]) => {
    const { id: customerId } = await givenCustomer(api, {
      name,
      externalId: name,
      email: 'a@x.test',
    })
    const ids: string[] = []
    for (const fields of subscriptions) {
      const terms = { startDate: '2026-01-07', seatsCount: 2, timezone: 'UTC', ...fields }
      const { id } = await givenSubscription(api, { customerId, planId, agentId, ...terms })
      ids.push(id)
    }
    const use = async (signalName: string, ...days: string[]) => {
      for (const [at, day] of days.entries()) {
        const work = { customerExternalId: name, agentCode, signalName, quantity: at + 1 }
        await recordOne(api, sms({ ...work, usageDate: `${day}T22:30:00Z` }))
      }
    }
    return { customerId, ids, use }
  }
  return { agentId, call, join, strategies: strategiesOf(planId), price }
}

const ALL_MARCH = ['2026-03-01', '2026-03-17', '2026-03-31']

/** Returns a function that records more usage in the middle of March, for some customers. */
async function givenWorld(api: Api): Promise<() => Promise<void>> {
  const { agentId, join, strategies, price } = await givenTerms(api, false)
  for (const name of ['alike 1', 'alike 2', 'alike 3']) {
    const { use } = await join(name, {})
    await use('ticket', ...ALL_MARCH)
  }
  await join('alike and idle', {})
  const zoned = await join('in another zone', { timezone: 'Asia/Kathmandu' })
  await zoned.use('ticket', ...ALL_MARCH)
  const { id: other } = await givenPlan(api, { agentId })
  await givenStrategies(api, other, { chargeType: 'recurring', rate: 5 })
  const two = await join('of two deals', {}, { planId: other })
  await two.use('ticket', ...ALL_MARCH)
  const ending = await join('ending', { endDate: '2026-03-16' })
  await ending.use('ticket', ...ALL_MARCH)
  const starting = await join('starting', { startDate: '2026-03-16' })
  await starting.use('ticket', ...ALL_MARCH)
  for (const name of ['starting in another zone 1', 'starting in another zone 2']) {
    const { use } = await join(name, { startDate: '2026-03-17', timezone: 'Asia/Kathmandu' })
    await use('ticket', '2026-03-15', '2026-03-16', ...ALL_MARCH)
  }
  const cut = await join('ending in a quarter of an hour', { endDate: '2026-03-17T22:20:30Z' })
  await cut.use('ticket', ...ALL_MARCH)
  const called = await join('called off at a quarter', { endDate: '2026-03-17T22:45:00Z' })
  await called.use('ticket', ...ALL_MARCH)
  const brief = await join('of an hour', {
    startDate: '2026-03-17',
    endDate: '2026-03-17T01:00:00Z',
  })
  await brief.use('ticket', ...ALL_MARCH)
  const moved = await join('moved', {})
  await moved.use('ticket', ...ALL_MARCH)
  const url = `/v1/subscriptions/${moved.ids[0]}/invoice-dates`
  expect((await api.patch(url, { nextInvoiceDate: '2026-05-20' })).status).toBe(200)
  const invoiced = await join('invoiced', {})
  await invoiced.use('ticket', ...ALL_MARCH)
  const { customerId, ids } = invoiced
  const bill = { customerId, subscriptionId: ids[0], billingPeriodStart: '2026-03-07' }
  await sendInvoice(api, await must(api.post('/v1/invoices/generate', bill)))
  // The invoice keeps its original price.
  expect((await api.patch(`${strategies}/${price?.id}`, { rate: '0.456' })).status).toBe(200)
  const pooled = await givenTerms(api, true)
  await pooled.join('pool, idle 1', {})
  await pooled.join('pool, idle 2', {})
  const busy = await pooled.join('pool, used', {})
  await busy.use('call', '2026-03-08', ...ALL_MARCH)
  const before = await pooled.join('pool, used before the window', {})
  await before.use('call', '2026-03-08', '2026-03-09', '2026-03-10')
  await before.use('ticket', '2026-03-20')
  const { id: flat } = await givenPlan(api, { agentId: pooled.agentId })
  const callPrice = { chargeType: 'usage', signalId: pooled.call, pricingModel: 'flat', rate: '1' }
  const followed = await pooled.join(
    'pool, of another deal until then',
    { planId: flat, endDate: '2026-03-10' },
    { startDate: '2026-02-07' },
  )
  // From now on both strategies price the signal.
  await givenStrategies(api, flat, callPrice)
  await followed.use('call', '2026-03-08', '2026-03-09', '2026-03-10', '2026-03-17')
  const begun = await pooled.join('pool, starting', { startDate: '2026-03-16' })
  await begun.use('call', '2026-03-08', ...ALL_MARCH, '2026-03-17')
  const later = await pooled.join('pool, starting and invoiced', { startDate: '2026-03-05' })
  await later.use('call', '2026-03-02', ...ALL_MARCH, '2026-04-06')
  const first = { customerId: later.customerId, subscriptionId: later.ids[0] }
  const period = { ...first, billingPeriodStart: '2026-03-05' }
  await sendInvoice(api, await must(api.post('/v1/invoices/generate', period)))
  await later.use('call', '2026-03-04', '2026-03-18')
  const after = await pooled.join('pool, used after the window', {})
  await after.use('call', '2026-04-01', '2026-04-02', '2026-04-03')
  return async () => {
    for (const { use } of [zoned, ending, starting, called, invoiced, before]) {
      await use('ticket', '2026-03-16', '2026-03-02')
    }
  }
}

const WINDOWS = [
  ['a month', '2026-03-01', '2026-03-31'],
  ['days in the middle of periods', '2026-03-12', '2026-03-18'],
  ['a day on which periods begin in one zone', '2026-03-06', '2026-03-06'],
  ['a day', '2026-03-17', '2026-03-17'],
  ['months in which some begin', '2026-02-01', '2026-04-30'],
  ['what is invoiced and what is not', '2026-03-20', '2026-04-20'],
  ['all of it', '2026-01-01', '2026-05-31'],
]

describe('sums of identical subscriptions', () => {
  const world: { api?: Api; organizationId?: string; recordLate?: () => Promise<void> } = {}
  beforeAll(async () => {
    const { id, secretKey } = await createTestOrganization(t.dependencies)
    world.api = createApi(t.app, secretKey)
    world.organizationId = id
    world.recordLate = await givenWorld(world.api)
  })

  test.each(WINDOWS)('equal those computed one by one, over %s', async (_, startDate, endDate) => {
    const { api, organizationId = '' } = world
    if (!api) throw new Error('there is a world')
    const dates = { startDate, endDate }
    await compareTogether({ api, deps: t.dependencies, organizationId }, dates, NOW)
  })
  test('are unchanged once months are closed, and include late usage of those months', async () => {
    const { api, organizationId = '' } = world
    if (!api) throw new Error('there is a world')
    const answers = () =>
      Promise.all(
        WINDOWS.flatMap(([, startDate, endDate]) =>
          ['overview?groupBy=daily&', 'revenue?groupBy=weekly&', 'agent-earned?', 'month-end?'].map(
            (asked) =>
              must(api.get(`/v1/analytics/${asked}startDate=${startDate}&endDate=${endDate}`)),
          ),
        ),
      )
    const open = await answers()
    const deps = { db: t.dependencies.db, log: t.dependencies.log, saving: { rows: 0, events: 0 } }
    await closeSums(deps, NOW)
    expect(await answers()).toEqual(open)
    await world.recordLate?.()
    const late = await answers()
    expect(late).not.toEqual(open)
    for (const [, startDate = '', endDate = ''] of WINDOWS) {
      const dates = { startDate, endDate }
      await compareTogether({ api, deps: t.dependencies, organizationId }, dates, NOW)
    }
    await closeSums(deps, NOW)
    expect(await answers()).toEqual(late)
  })
})
