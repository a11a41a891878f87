import { beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '../support/app.ts'
import { messageOf, must } from '../support/app.ts'
import { FEE, flatPrice, givenDeal, priced } from '../support/deal.ts'
import { ABSENT, type Fields, givenStrategy, strategiesOf } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { INVOICES, sendInvoice } from '../support/invoice.ts'
import { post, startProcess } from '../support/start-process.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'

const CHANGES = '/v1/price-changes'
const PREVIEW = `${CHANGES}/preview`
const NOW = new Date('2026-05-20T12:00:00Z')
let now = NOW
const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)
const stranger = useStranger(t)
beforeEach(() => {
  now = NOW
})

const POOL = priced('call', {
  pricingModel: 'credit_pool',
  tiers: [
    { lower: 0, upper: 500, rate: 99 },
    { lower: 500, upper: null, rate: '0.25' },
  ],
})

/** A monthly deal since January: a fee of 49, tickets at 0.15, and a pool of calls for 99. */
async function givenPriced(subscription: Fields = {}, caller: Api = api) {
  const deal = await givenDeal(caller, {
    prices: [FEE, flatPrice('ticket', '0.15'), POOL],
    subscription: { startDate: '2026-01-01', ...subscription },
  })
  const { planId } = deal
  const listed = async () =>
    (await must(caller.get(`${strategiesOf(planId)}?sortOrder=asc`))).results
  const [fee, tickets, pool] = await listed()
  const own = (strategy: { id: string }, body: Fields) =>
    must(caller.post(`/v1/subscriptions/${deal.subscriptionId}/prices/${strategy.id}`, body))
  return { ...deal, fee, tickets, pool, listed, own, planIds: [planId] }
}

const JULY = { percent: 10, effectiveFrom: '2026-07-01' }
const datedOf = (strategies: { prices: Fields[] }[]) =>
  strategies.flatMap(({ prices }) => prices.filter(({ effectiveFrom }) => effectiveFrom !== null))

const isBalanced = async () =>
  (
    await must(api.get('/v1/analytics/reconciliation?startDate=2025-12-01&endDate=2026-05-31'))
  ).checks.flatMap(({ differences }: { differences: unknown[] }) => differences)

describe('a change by a percentage', () => {
  test('adds a price to each strategy of the plans, and bills it from its day on', async () => {
    const { planIds, planId, fee, tickets, pool, listed, generate } = await givenPriced()
    const { status, body } = await api.post(CHANGES, {
      ...{ planIds, percent: '3.5', effectiveFrom: '2026-05-01' },
    })
    expect([status, body.effectiveFrom, body.audience]).toEqual([201, '2026-05-01', 'everyone'])
    const flat = { chargeType: 'usage', planId, currency: 'USD' }
    expect(body.prices).toMatchObject([
      { strategyId: fee.id, before: { rate: 49 }, after: { rate: 50.715 } },
      { ...flat, strategyId: tickets.id, before: { rate: 0.15 }, after: { rate: 0.15525 } },
      {
        strategyId: pool.id,
        before: { pricingModel: 'credit_pool', tiers: [{ rate: 99 }, { rate: 0.25 }] },
        after: {
          pricingModel: 'credit_pool',
          tiers: [
            { lower: 0, upper: 500, rate: 102.465 },
            { lower: 500, upper: null, rate: 0.25875 },
          ],
        },
      },
    ])
    const shown = await listed()
    expect(datedOf(shown)).toMatchObject([
      { changeId: body.id, rate: 50.715 },
      { changeId: body.id, rate: 0.15525 },
      { changeId: body.id },
    ])
    const feesOf = async (start: string, end: string) =>
      (await generate({ billingPeriodStart: start, billingPeriodEnd: end })).total
    expect(await feesOf('2026-04-01', '2026-05-01')).toBe(148)
    expect(await feesOf('2026-05-01', '2026-06-01')).toBe(153.19)
    expect(await isBalanced()).toEqual([])
  })

  test('rounds to the decimals that are sent, and reaches single strategies alone', async () => {
    const { fee, tickets, listed } = await givenPriced()
    const change = { strategyIds: [fee.id.toUpperCase(), tickets.id], decimals: 2, ...JULY }
    const { prices } = await must(api.post(CHANGES, { ...change, percent: 3.5 }))
    expect(prices.map(({ after }: { after: { rate: number } }) => after.rate)).toEqual([
      50.72, 0.16,
    ])
    expect(datedOf(await listed())).toHaveLength(2)
  })

  test('is of the price in force on its day, also a dated one, and lowers as well', async () => {
    const { planId, fee } = await givenPriced()
    await must(
      api.post(`${strategiesOf(planId)}/${fee.id}/prices`, {
        ...{ effectiveFrom: '2026-06-01', rate: 60 },
      }),
    )
    const { prices } = await must(
      api.post(CHANGES, { ...JULY, strategyIds: [fee.id], percent: -50 }),
    )
    expect(prices).toMatchObject([{ before: { rate: 60 }, after: { rate: 30 } }])
  })

  test('leaves inactive strategies as they are', async () => {
    const { planIds, planId, tickets } = await givenPriced()
    await must(api.patch(`${strategiesOf(planId)}/${tickets.id}`, { isActive: false }))
    const { prices } = await must(api.post(CHANGES, { planIds, ...JULY }))
    expect(prices).toHaveLength(2)
  })

  test('stores all of its prices or none, and names a price that is in the way', async () => {
    const { planIds, planId, pool, listed } = await givenPriced()
    const later = { effectiveFrom: '2026-08-01', pricingModel: 'flat', rate: 1 }
    await must(api.post(`${strategiesOf(planId)}/${pool.id}/prices`, later))
    for (const path of [CHANGES, PREVIEW]) {
      const refused = await api.post(path, { planIds, ...JULY })
      expect(refused.status).toBe(409)
      expect(messageOf(refused)).toContain(`(${pool.id}) has a price from 2026-08-01`)
    }
    expect(datedOf(await listed())).toHaveLength(1)
  })

  test('happens once, of two at the same time, and beside a single price of the same day', async () => {
    const { planIds, planId, fee, listed } = await givenPriced()
    const change = () => api.post(CHANGES, { planIds, ...JULY })
    const twice = await Promise.all([change(), change()])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const june = { effectiveFrom: '2026-08-01', rate: 55 }
    const answers = await Promise.all([
      api.post(CHANGES, { planIds, ...JULY, effectiveFrom: '2026-08-01' }),
      api.post(`${strategiesOf(planId)}/${fee.id}/prices`, june),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const [{ prices }] = await listed()
    expect(prices).toHaveLength(3)
  })

  test('happens once, of two processes', async () => {
    const { planIds, listed } = await givenPriced()
    const started = await Promise.all(times(2, () => startProcess(t.database.url)))
    const answers = await Promise.all(
      started.map(({ address }) =>
        post(address, organization.secretKey, CHANGES, { planIds, ...JULY }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(datedOf(await listed())).toHaveLength(3)
  })

  test('of several plans locks them in one order, whatever order is sent', async () => {
    const [one, other] = [await givenPriced(), await givenPriced()]
    const planIds = [one.planId, other.planId]
    const change = (ids: string[], effectiveFrom: string) =>
      api.post(CHANGES, { planIds: ids, percent: 1, effectiveFrom })
    for (const month of ['06', '07', '08']) {
      const answers = await Promise.all([
        change(planIds, `2026-${month}-01`),
        change(planIds.toReversed(), `2026-${month}-02`),
      ])
      expect(answers.map(({ status }) => status)).toContain(201)
      for (const { status } of answers) expect([201, 409]).toContain(status)
    }
  })

  test('is deleted as a whole while it is in the future', async () => {
    const { planIds, listed, planId, fee } = await givenPriced()
    const { id } = await must(api.post(CHANGES, { planIds, ...JULY }))
    expect((await api.delete(`${CHANGES}/${ABSENT}`)).status).toBe(404)
    now = new Date('2026-07-01T00:00:00Z')
    const begun = await api.delete(`${CHANGES}/${id}`)
    expect(begun.status).toBe(409)
    expect(messageOf(begun)).toContain('The price has applied since 2026-07-01')
    now = NOW
    expect((await api.delete(`${CHANGES}/${id.toUpperCase()}`)).status).toBe(204)
    expect(datedOf(await listed())).toEqual([])
    expect((await api.delete(`${CHANGES}/${id}`)).status).toBe(404)
    const { version } = await must(api.get(`${strategiesOf(planId)}/${fee.id}`))
    expect(version).toBe(3)
  })

  test('is copied with a plan, and deleted without the copy and without plans that are gone', async () => {
    const { planIds, planId } = await givenPriced()
    const { id: unused } = await must(api.post(`/v1/pricing-plans/${planId}/copy`, {}))
    const change = { planIds: [...planIds, unused], ...JULY }
    const { id } = await must(api.post(CHANGES, change))
    const { id: copy } = await must(api.post(`/v1/pricing-plans/${planId}/copy`, {}))
    expect((await api.delete(`/v1/pricing-plans/${unused}`)).status).toBe(204)
    expect((await api.delete(`${CHANGES}/${id}`)).status).toBe(204)
    const { results } = await must(api.get(strategiesOf(copy)))
    const copied = datedOf(results)
    expect(copied).toHaveLength(3)
    expect(new Set(copied.map(({ changeId }) => changeId)).size).toBe(1)
    expect((await api.delete(`${CHANGES}/${copied[0]?.changeId}`)).status).toBe(204)
  })

  test('is in the history of each subscription, and announced once for each plan', async () => {
    const { planIds, subscriptionId, fee } = await givenPriced()
    const countEvents = async (): Promise<number> => {
      const { rows } = await t.database.pool.query(
        `select count(*)::int as count from outbox_events
         where type = 'pricing_plan.updated' and object_id = $1`,
        planIds,
      )
      return rows[0].count
    }
    const before = await countEvents()
    const { id } = await must(api.post(CHANGES, { planIds, ...JULY }))
    const { results } = await must(api.get(`/v1/subscriptions/${subscriptionId}/changelog`))
    expect(results[0].changes).toHaveLength(3)
    const to = { changeId: id, effectiveFrom: '2026-07-01', rate: 53.9 }
    expect(results[0].changes[0]).toMatchObject({ from: null, to })
    expect(results[0].changes[0].field).toContain(`strategy.${fee.id}.prices.`)
    expect(await countEvents()).toBe(before + 1)
  })

  test.each<[Fields, number, string]>([
    [{ percent: 5, effectiveFrom: '2026-07-01' }, 400, 'send planIds or strategyIds'],
    [{ planIds: [], ...JULY }, 400, 'send planIds or strategyIds'],
    [{ planIds: [ABSENT], ...JULY, percent: 0 }, 400, 'percent must be a number above -100'],
    [{ planIds: [ABSENT], ...JULY, percent: -100 }, 400, 'percent must be'],
    [{ planIds: [ABSENT], ...JULY, percent: '1000.01' }, 400, 'percent must be'],
    [{ planIds: [ABSENT], ...JULY, percent: 'five' }, 400, 'percent must be'],
    [{ planIds: [ABSENT], ...JULY, percent: null }, 400, 'percent'],
    [{ planIds: [ABSENT], ...JULY, decimals: 13 }, 400, 'decimals'],
    [{ planIds: [ABSENT], ...JULY, decimals: -1 }, 400, 'decimals'],
    [{ planIds: [ABSENT], percent: 5, effectiveFrom: '2026-02-30' }, 400, 'effectiveFrom'],
    [{ planIds: [ABSENT], ...JULY, audience: 'old' }, 400, 'audience'],
    [{ planIds: ['x'], ...JULY }, 400, 'planIds'],
    [{ planIds: [ABSENT, ABSENT], ...JULY }, 400, 'planIds'],
    [{ planIds: [ABSENT], ...JULY }, 404, ''],
    [{ strategyIds: [ABSENT], ...JULY }, 404, ''],
  ])('is refused as %j', async (body, status, problem) => {
    await givenPriced()
    for (const path of [CHANGES, PREVIEW]) {
      const refused = await api.post(path, body)
      expect(refused.status, path).toBe(status)
      expect(messageOf(refused)).toContain(problem)
    }
  })

  test('is refused when the price would have more digits than a number keeps', async () => {
    const { planId } = await givenPriced()
    const rate = '0.123456789012345'
    const { id } = await givenStrategy(api, planId, { chargeType: 'seat_based', rate })
    const change = { strategyIds: [id], ...JULY, percent: '1.23' }
    expect(messageOf(await api.post(CHANGES, change))).toContain('send decimals')
    expect((await api.post(CHANGES, { ...change, decimals: 6 })).status).toBe(201)
  })

  test('of another organization is not found', async () => {
    const { planIds, fee, listed } = await givenPriced()
    const { id } = await must(api.post(CHANGES, { planIds, ...JULY }))
    const august = { percent: 1, effectiveFrom: '2026-08-01' }
    const answers = [
      await stranger.post(CHANGES, { planIds, ...august }),
      await stranger.post(CHANGES, { strategyIds: [fee.id], ...august }),
      await stranger.post(PREVIEW, { planIds, ...august }),
      await stranger.delete(`${CHANGES}/${id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(datedOf(await listed())).toHaveLength(3)
  })
})

describe('the preview of a change', () => {
  const reachedBy = async (change: Fields) =>
    (await must(api.post(PREVIEW, { ...JULY, ...change }))).subscriptions
  const period = (start: string, end: string) => ({
    firstPeriod: { start: `${start}T00:00:00.000Z`, end: `${end}T00:00:00.000Z` },
  })

  test('has the prices that the change then writes, and stores nothing', async () => {
    const { planIds, listed } = await givenPriced()
    const change = { planIds, ...JULY, decimals: 2 }
    const before = await listed()
    const preview = await must(api.post(PREVIEW, change))
    expect(await listed()).toEqual(before)
    const { prices } = await must(api.post(CHANGES, change))
    expect(preview.prices).toEqual(prices)
  })

  test('names the first period of each subscription, by its cycle and zone', async () => {
    const { planIds, planId, agentId, ids, externalId } = await givenPriced()
    const subscribe = async (name: string, fields: Fields) => {
      const { id: customerId } = await must(api.post('/v1/customers', { name }))
      const terms = { name, planId, agentId, customerId, startDate: '2026-01-01', ...fields }
      return must(api.post('/v1/subscriptions', terms))
    }
    await subscribe('yearly', { billingCycle: 'yearly', startDate: '2026-02-10' })
    await subscribe('far', { timezone: 'Pacific/Auckland', startDate: '2026-02-11' })
    await subscribe('over', { startDate: '2026-02-12', endDate: '2026-06-30' })
    await subscribe('ending', { startDate: '2026-02-13', endDate: '2026-07-10' })
    await subscribe('ahead', { startDate: '2026-07-15' })
    const body = await must(api.post(PREVIEW, { planIds, ...JULY }))
    const { subscriptions } = body
    expect([body.totalSubscriptions, body.totalWithOwnPrices]).toEqual([5, 0])
    const none = { planId, ownPriceStrategyIds: [] }
    expect(subscriptions).toMatchObject([
      { ...ids, ...none, ...period('2026-07-01', '2026-08-01') },
      { ...none, name: 'yearly', customerName: 'yearly', ...period('2027-02-10', '2028-02-10') },
      {
        name: 'far',
        firstPeriod: { start: '2026-07-10T12:00:00.000Z', end: '2026-08-10T12:00:00.000Z' },
      },
      { name: 'ending', firstPeriod: null },
      { name: 'ahead', ...period('2026-07-15', '2026-08-15') },
    ])
    expect(externalId).not.toBe('')
    const ofNew = await must(api.post(PREVIEW, { planIds, ...JULY, audience: 'new' }))
    expect(ofNew).toMatchObject({ totalSubscriptions: 1, subscriptions: [{ name: 'ahead' }] })
  })

  test('bills in the period that it names what it says', async () => {
    const { planIds, fee, preview, tickets } = await givenPriced({ startDate: '2026-01-31' })
    const change = { planIds, percent: 100, effectiveFrom: '2026-04-15' }
    const shown = await must(api.post(PREVIEW, change))
    const [{ firstPeriod }] = shown.subscriptions
    expect(firstPeriod.start).toBe('2026-04-30T00:00:00.000Z')
    await must(api.post(CHANGES, change))
    const feeFrom = async (billingPeriodStart: string, billingPeriodEnd: string) => {
      const { lineItems } = await must(preview({ billingPeriodStart, billingPeriodEnd }))
      return lineItems.find(({ type }: { type: string }) => type === 'recurring').amount
    }
    expect(await feeFrom('2026-03-31', '2026-04-30')).toBe(49)
    expect(await feeFrom(firstPeriod.start, firstPeriod.end)).toBe(98)
    expect([fee.rate, tickets.rate]).toEqual([49, 0.15])
  })

  test('skips periods of final invoices, but not those of drafts and void ones', async () => {
    const { planIds, generate } = await givenPriced()
    const april = { effectiveFrom: '2026-04-01' }
    const draft = await generate({
      ...{ billingPeriodStart: '2026-04-01', billingPeriodEnd: '2026-04-11' },
    })
    expect(await reachedBy({ planIds, ...april })).toMatchObject([
      period('2026-04-01', '2026-05-01'),
    ])
    await sendInvoice(api, draft)
    expect(await reachedBy({ planIds, ...april })).toMatchObject([
      period('2026-05-01', '2026-06-01'),
    ])
    await must(api.post(`${INVOICES}/${draft.id}/void`, {}))
    expect(await reachedBy({ planIds, ...april })).toMatchObject([
      period('2026-04-01', '2026-05-01'),
    ])
  })

  test('says which strategies keep an own price, and lists those subscriptions first', async () => {
    const { planId, agentId, fee, tickets, pool, own, subscriptionId } = await givenPriced({
      startDate: '2026-03-01',
    })
    const { id: customerId } = await must(api.post('/v1/customers', { name: 'Other' }))
    const terms = { name: 'Other', planId, agentId, customerId, startDate: '2026-01-01' }
    await must(api.post('/v1/subscriptions', terms))
    await own(fee, { rate: 40 })
    const kept = { subscriptionId, ...period('2026-07-01', '2026-08-01') }
    const others = period('2026-07-01', '2026-08-01')
    expect(await reachedBy({ planIds: [planId] })).toMatchObject([
      { ...kept, ownPriceStrategyIds: [fee.id] },
      { ...others, name: 'Other', ownPriceStrategyIds: [] },
    ])
    const ofFee = await must(api.post(PREVIEW, { strategyIds: [fee.id], ...JULY }))
    expect(ofFee).toMatchObject({ totalSubscriptions: 2, totalWithOwnPrices: 1 })
    expect(ofFee.subscriptions[0]).toMatchObject({
      ...{ subscriptionId, firstPeriod: null, ownPriceStrategyIds: [fee.id] },
    })
    await own(fee, { effectiveFrom: '2026-09-15', usePlanPrice: true })
    expect((await reachedBy({ strategyIds: [fee.id] }))[0]).toMatchObject({
      ...{ subscriptionId, ownPriceStrategyIds: [] },
      ...period('2026-10-01', '2026-11-01'),
    })
    await own(fee, { effectiveFrom: '2026-10-01', rate: 41 })
    await own(tickets, { effectiveFrom: '2026-07-02', rate: 1 })
    expect(await reachedBy({ strategyIds: [fee.id, tickets.id, pool.id] })).toMatchObject([
      { ...kept, ownPriceStrategyIds: [fee.id] },
      others,
    ])
    expect((await reachedBy({ strategyIds: [fee.id] }))[0].firstPeriod).toBeNull()
  })
})
