import { expect, test } from 'vitest'
import { closeSums } from '../../src/features/usage/closed-sums/close-sums.ts'
import { must } from '../support/app.ts'
import { type Deal, flatPrice, givenDeal } from '../support/deal.ts'
import { create } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { multi, recordOne } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const NOW = new Date('2026-05-15T12:00:00Z')
const t = useTestApp({ now: () => NOW, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

const close = () =>
  closeSums({ db: t.database.db, log: t.dependencies.log, saving: { rows: 0, events: 0 } }, NOW)

const reject = (eventId: string, quantity: number) =>
  create(api, `/v1/events/${eventId}/rejection`, { quantity, reason: 'Reopened' })

/** A million tokens, for 2.50 and 0.15 USD. */
const LARGE = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1_000_000 }
const SMALL = { ...LARGE, model: 'gpt-4o-mini' }
const MYSTERY = { ...LARGE, model: 'mystery-9', modelProvider: 'in-house' }

const givenFlatDeal = () => givenDeal(api, { prices: [flatPrice('ticket', 3)] })

type Row = {
  key: string | null
  quantity: number
  revenue: number
  cost: number
  marginPercent: number | null
  eventCount: number
  uncostedEvents: number
}
const MARCH = 'startDate=2026-03-01&endDate=2026-03-31'
const readModels = async (filter = '', dates = MARCH) => {
  const path = `/v1/analytics/profitability?groupBy=model&${dates}${filter}`
  const { byKey } = await must(api.get(path))
  return (byKey as Row[]).toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1))
}
const figures = (rows: readonly Row[]) =>
  rows.map(({ key, quantity, revenue, cost, eventCount, uncostedEvents }) => [
    key,
    quantity,
    revenue,
    cost,
    eventCount,
    uncostedEvents,
  ])

/**
 * Asserts identical figures from quarters of an hour, days and months; for all customers and for
 * one.
 */
async function expectModels(deal: Deal, expected: unknown[][]) {
  const one = `&customerId=${deal.customerId}`
  for (const filter of ['', one]) expect(figures(await readModels(filter))).toEqual(expected)
  await close()
  for (const filter of ['', one]) expect(figures(await readModels(filter))).toEqual(expected)
  const days = 'startDate=2026-03-01&endDate=2026-03-30'
  for (const filter of ['', one]) expect(figures(await readModels(filter, days))).toEqual(expected)
  await expectBalanced()
}

async function expectBalanced() {
  const path = '/v1/analytics/reconciliation?startDate=2026-01-01&endDate=2026-06-30'
  expect((await must(api.get(path))).isBalanced).toBe(true)
}

test('a model has the revenue of its events, whatever other models cost', async () => {
  const deal = await givenFlatDeal()
  await deal.use('ticket', 1, '2026-03-03T10:00:00Z', LARGE)
  await deal.use('ticket', 9, '2026-03-05T10:00:00Z', SMALL)
  await expectModels(deal, [
    ['openai/gpt-4o', 1, 3, 2.5, 1, 0],
    ['openai/gpt-4o-mini', 9, 27, 0.15, 1, 0],
  ])
  const [large, small] = await readModels()
  expect(large?.marginPercent).toBeCloseTo(100 / 6, 9)
  expect(small?.marginPercent).toBeCloseTo((100 * 26.85) / 27, 9)
  const { results } = await must(api.get(`/v1/analytics/outcomes?${MARCH}`))
  expect(results.map(({ revenue }: { revenue: number }) => revenue)).toEqual([27, 3])
})

test('the models of an event share its revenue in proportion to their costs', async () => {
  const deal = await givenFlatDeal()
  const work = { customerExternalId: deal.externalId, agentCode: deal.agentCode, quantity: 53 }
  const usageDate = '2026-03-03T10:00:00Z'
  await recordOne(api, multi([LARGE, SMALL], { ...work, usageDate }))
  await expectModels(deal, [
    // Event counts are whole numbers, rounded cumulatively over the models: the first one gets this
    // event.
    ['openai/gpt-4o', 50, 150, 2.5, 1, 0],
    ['openai/gpt-4o-mini', 3, 9, 0.15, 0, 0],
  ])
})

test('the signals and agents of one model add up to it, with its share of the unpriced work', async () => {
  const deal = await givenFlatDeal()
  await deal.use('ticket', 1, '2026-03-03T10:00:00Z', LARGE)
  await deal.use('ticket', 9, '2026-03-05T10:00:00Z', SMALL)
  // No price covers calls.
  await deal.use('call', 4, '2026-03-04T10:00:00Z', LARGE)
  const other = {
    customerExternalId: deal.externalId,
    agentCode: deal.agentCode,
    signalName: 'call',
    usageDate: '2026-03-06T10:00:00Z',
  }
  await must(api.record({ ...other, ...MYSTERY, quantity: 2 }))
  const path = `/v1/analytics/profitability?${MARCH}`
  const large = `model=${encodeURIComponent('openai/gpt-4o')}`
  const bySignal = await must(api.get(`${path}&groupBy=signal&${large}`))
  const named = (rows: readonly { name: string | null }[]) =>
    rows.toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1))
  expect(named(bySignal.byKey)).toMatchObject([
    { name: 'call', quantity: 0, revenue: 0, cost: 2.5, eventCount: 1, uncostedEvents: 0 },
    { name: 'ticket', quantity: 1, revenue: 3, cost: 2.5, eventCount: 1, uncostedEvents: 0 },
  ])
  expect(bySignal).toMatchObject({
    totalCost: 5,
    uncostedEvents: 0,
    unpriced: { quantity: 4, eventCount: 1, cost: 2.5 },
    filters: { model: 'openai/gpt-4o' },
  })
  const [ofModel] = (await must(api.get(`${path}&groupBy=model&${large}`))).byKey
  expect(figures([ofModel])).toEqual([['openai/gpt-4o', 1, 3, 5, 2, 0]])
  expect(figures([ofModel])).toEqual(figures((await readModels()).slice(1, 2)))
  const byAgent = await must(api.get(`${path}&groupBy=agent&${large}&compare=before`))
  expect(byAgent.byKey).toMatchObject([
    { key: deal.agentId, quantity: 1, revenue: 3, cost: 5, before: { cost: 0 } },
  ])
  // The cost of the other one is not known: its events are its own.
  const mystery = await must(api.get(`${path}&groupBy=signal&model=in-house/mystery-9`))
  expect(mystery).toMatchObject({
    totalCost: 0,
    uncostedEvents: 1,
    unpriced: { quantity: 2, eventCount: 1, cost: 0 },
  })
})

test('a model that did no work has no rows, and is refused where work is not divided', async () => {
  const deal = await givenFlatDeal()
  await deal.use('ticket', 1, '2026-03-03T10:00:00Z', LARGE)
  const path = `/v1/analytics/profitability?${MARCH}`
  const none = await must(api.get(`${path}&groupBy=signal&model=openai/none`))
  expect(none).toMatchObject({ rows: [], byKey: [], totalCost: 0 })
  for (const groupBy of ['', '&groupBy=customer', '&groupBy=plan', '&groupBy=day']) {
    for (const accept of ['application/json', 'text/csv']) {
      const { statusCode, body } = await t.app.inject({
        url: `${path}${groupBy}&model=openai/gpt-4o`,
        headers: { 'x-api-key': organization.secretKey, accept },
      })
      expect(statusCode).toBe(400)
      expect(body).toContain('groupBy must be agent, signal or model')
    }
  }
})

test('events of a quarter of an hour that used one model each are counted, not weighed by cost', async () => {
  const deal = await givenFlatDeal()
  for (const minute of [1, 2, 3]) {
    await deal.use('ticket', 1, `2026-03-03T10:0${minute}:00Z`, SMALL)
  }
  await deal.use('ticket', 1, '2026-03-03T10:14:59Z', LARGE)
  await expectModels(deal, [
    ['openai/gpt-4o', 1, 3, 2.5, 1, 0],
    ['openai/gpt-4o-mini', 3, 9, 0.45, 3, 0],
  ])
})

test('an uncosted model has its events and their revenue, and a cost once mapped', async () => {
  const deal = await givenFlatDeal()
  await deal.use('ticket', 1, '2026-03-03T10:00:00Z', LARGE)
  const work = {
    customerExternalId: deal.externalId,
    agentCode: deal.agentCode,
    signalName: 'ticket',
  }
  // One event shares a quarter of an hour with others, and one does not.
  for (const usageDate of ['2026-03-03T10:01:00Z', '2026-03-08T10:00:00Z']) {
    await must(api.record({ ...work, ...MYSTERY, quantity: 1, usageDate }))
  }
  await expectModels(deal, [
    ['in-house/mystery-9', 2, 6, 0, 2, 2],
    ['openai/gpt-4o', 1, 3, 2.5, 1, 0],
  ])
  const source = { sourceModel: 'mystery-9', sourceProvider: 'in-house' }
  const target = { targetModel: 'gpt-4o-mini', targetProvider: 'openai' }
  await must(api.post('/v1/events/map-model', { ...source, ...target }))
  await expectModels(deal, [
    ['in-house/mystery-9', 2, 6, 0.3, 2, 0],
    ['openai/gpt-4o', 1, 3, 2.5, 1, 0],
  ])
})

test('late and rejected usage in closed days counts immediately', async () => {
  const deal = await givenFlatDeal()
  const { eventId } = await deal.use('ticket', 4, '2026-03-03T10:00:00Z', LARGE)
  await close()
  await deal.use('ticket', 2, '2026-03-03T23:59:59Z', SMALL)
  await expectModels(deal, [
    ['openai/gpt-4o', 4, 12, 2.5, 1, 0],
    ['openai/gpt-4o-mini', 2, 6, 0.15, 1, 0],
  ])
  await reject(eventId, 3)
  await expectModels(deal, [
    ['openai/gpt-4o', 1, 3, 2.5, 1, 0],
    ['openai/gpt-4o-mini', 2, 6, 0.15, 1, 0],
  ])
})

test('a model whose units are all rejected has cost and no revenue', async () => {
  const deal = await givenFlatDeal()
  await deal.use('ticket', 1, '2026-03-03T10:00:00Z', LARGE)
  await deal.use('ticket', 2, '2026-03-03T10:00:00Z', SMALL)
  const { eventId } = await deal.use('ticket', 2, '2026-03-04T10:00:00Z', SMALL)
  await close()
  await reject(eventId, 2)
  // In the first quarter of an hour, only the total of two events with three units is known.
  await expectModels(deal, [
    ['openai/gpt-4o', 1.5, 4.5, 2.5, 1, 0],
    ['openai/gpt-4o-mini', 1.5, 4.5, 0.3, 2, 0],
  ])
})

test('the days of a window add up to it', async () => {
  const deal = await givenFlatDeal()
  const work = { customerExternalId: deal.externalId, agentCode: deal.agentCode, quantity: 7 }
  await deal.use('ticket', 1, '2026-03-03T10:00:00Z', LARGE)
  await deal.use('ticket', 9, '2026-03-05T10:00:00Z', SMALL)
  await recordOne(api, multi([LARGE, SMALL], { ...work, usageDate: '2026-03-05T11:00:00Z' }))
  await deal.use('ticket', 2, '2026-03-06T10:00:00Z', LARGE)
  const days = ['03', '04', '05', '06'].map((day) => `2026-03-${day}`)
  const sums = new Map<string | null, { quantity: number; revenue: number; cost: number }>()
  for (const day of days) {
    for (const row of await readModels('', `startDate=${day}&endDate=${day}`)) {
      const sum = sums.get(row.key) ?? { quantity: 0, revenue: 0, cost: 0 }
      sums.set(row.key, {
        quantity: sum.quantity + row.quantity,
        revenue: sum.revenue + row.revenue,
        cost: sum.cost + row.cost,
      })
    }
  }
  const whole = await readModels('', 'startDate=2026-03-03&endDate=2026-03-06')
  expect(whole.map(({ key }) => key)).toEqual(['openai/gpt-4o', 'openai/gpt-4o-mini'])
  for (const { key, quantity, revenue, cost } of whole) {
    expect(sums.get(key)?.quantity).toBeCloseTo(quantity, 7)
    expect(sums.get(key)?.revenue).toBeCloseTo(revenue, 7)
    expect(sums.get(key)?.cost).toBeCloseTo(cost, 9)
  }
})

test('usage without a subscription costs its own models, and no revenue is lost', async () => {
  const deal = await givenFlatDeal()
  await deal.use('ticket', 5, '2026-02-20T10:00:00Z', LARGE)
  await deal.use('ticket', 3, '2026-03-05T10:00:00Z', SMALL)
  const dates = 'startDate=2026-02-01&endDate=2026-03-31'
  const [large, small] = await readModels('', dates)
  expect([large?.cost, large?.eventCount]).toEqual([2.5, 1])
  expect([small?.cost, small?.eventCount]).toEqual([0.15, 1])
  expect((large?.revenue ?? 0) + (small?.revenue ?? 0)).toBeCloseTo(9, 9)
})
