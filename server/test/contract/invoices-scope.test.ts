import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { type Deal, FEE, flatPrice, givenDeal } from '../support/deal.ts'
import {
  flat,
  givenAgent,
  givenCustomer,
  givenPlan,
  givenSignal,
  givenStrategies,
  givenSubscription,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { amountsOf, expectToAddUp, GENERATE, usageLine } from '../support/invoice.ts'
import { llm, unknownModel } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let deal: Deal

const t = useTestApp({ now: () => new Date('2026-04-20T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

beforeEach(async () => {
  deal = await givenDeal(api, {
    prices: [flatPrice('page', 1)],
    customer: { timezone: 'America/New_York' },
  })
  await deal.use('page', 3, MID_MARCH)
})

const MID_MARCH = '2026-03-10T10:00:00Z'
/** Midnights in New York: the first in standard time, the second in daylight saving time. */
const MARCH_IN_NEW_YORK = {
  billingPeriodStart: '2026-03-01T05:00:00.000Z',
  billingPeriodEnd: '2026-04-01T04:00:00.000Z',
}
const marchTotal = async () => (await deal.generate(MARCH_IN_NEW_YORK)).total
const work = () => ({
  customerExternalId: deal.externalId,
  agentCode: deal.agentCode,
  signalName: 'page',
  usageDate: MID_MARCH,
})

describe('the usage of an invoice', () => {
  test.each([
    ['at its first instant is in it', '2026-03-01T05:00:00.000Z', 13],
    ['just before its first instant is not', '2026-03-01T04:59:59.999Z', 3],
    ['at its last instant is in it', '2026-04-01T03:59:59.999Z', 13],
    ['at its end is not', '2026-04-01T04:00:00.000Z', 3],
    ['in the hour that the clock skips over is in it', '2026-03-08T07:30:00Z', 13],
  ])('%s', async (_, usageDate, total) => {
    await deal.use('page', 10, usageDate)
    expect(await marchTotal()).toBe(total)
  })

  test('at the end of one period is in the next, and nowhere twice', async () => {
    await deal.use('page', 10, '2026-04-01T04:00:00.000Z')
    const [march, april] = [await deal.generate(MARCH_IN_NEW_YORK), await deal.generate()]
    expect(april.periodStart).toBe(march.periodEnd)
    expect([march.total, april.total]).toEqual([3, 10])
  })

  test('is not that of another customer on the same plan and agent', async () => {
    const other = await givenCustomer(api, { externalId: 'other' })
    await givenSubscription(api, {
      planId: deal.planId,
      agentId: deal.agentId,
      customerId: other.id,
    })
    await deal.use('page', 10, MID_MARCH, { customerExternalId: 'other' })
    expect(await marchTotal()).toBe(3)
  })

  test('is not that of another agent, even with a signal of the same name', async () => {
    await deal.use('page', 10, MID_MARCH, { agentCode: 'another-agent' })
    expect(await marchTotal()).toBe(3)
  })

  test('is not that of another subscription of the customer', async () => {
    const { id: agentId, agentCode } = await givenAgent(api)
    const { id: signalId } = await givenSignal(api, { agentId, name: 'page' })
    const { id: planId } = await givenPlan(api, { agentId })
    await givenStrategies(api, planId, flat(signalId, 2))
    const { customerId } = deal
    const second = await givenSubscription(api, { planId, agentId, customerId })
    await deal.use('page', 10, MID_MARCH, { agentCode })
    const body = { customerId, subscriptionId: second.id, ...MARCH_IN_NEW_YORK }
    const invoice = (await api.post(GENERATE, body)).body
    expect([await marchTotal(), invoice.total]).toEqual([3, 20])
    expect(invoice.invoiceNumber).toMatch(/\d/)
  })

  test('is not that of a signal without a price', async () => {
    await givenSignal(api, { agentId: deal.agentId, name: 'free' })
    await deal.use('free', 10, MID_MARCH)
    expect(await marchTotal()).toBe(3)
  })

  test('excludes usage before the subscription and after its end', async () => {
    const subscription = { startDate: '2026-03-10', billingDay: 1, endDate: '2026-03-20' }
    const cut = await givenDeal(api, { prices: [flatPrice('page', 1)], subscription })
    await cut.use('page', 1, '2026-03-09T23:59:59.999Z')
    await cut.use('page', 10, '2026-03-10T00:00:00Z')
    await cut.use('page', 100, '2026-03-20T23:59:59.999Z')
    await cut.use('page', 1000, '2026-03-21T00:00:00Z')
    const invoice = await cut.generate({
      billingPeriodStart: '2026-03-10T00:00:00Z',
      billingPeriodEnd: '2026-03-21T00:00:00Z',
    })
    expect(invoice.total).toBe(110)
  })

  test('excludes refused records, and counts a repeated record once', async () => {
    const once = { idempotencyKey: 'job-1' }
    await deal.use('page', 10, MID_MARCH, once)
    await deal.use('page', 10, MID_MARCH, once)
    const refused = await api.record({ ...llm(work()), quantity: -5 })
    expect(refused.body.failed).toBe(1)
    expect(await marchTotal()).toBe(13)
  })
})

describe('cost and revenue are independent', () => {
  test('an event without a known cost is billed like any other', async () => {
    const { body } = await api.record(unknownModel({ ...work(), quantity: 4 }))
    expect(body.results.failed[0].stored).toBe(true)
    const line = usageLine(await deal.generate(MARCH_IN_NEW_YORK), 'page')
    expect([Number(line.quantity), Number(line.amount), line.eventCount]).toEqual([7, 7, 2])
  })

  test('mapping the model afterwards changes the cost and not the amount', async () => {
    await api.record(unknownModel({ ...work(), quantity: 4 }))
    await must(
      api.post('/v1/events/map-model', {
        sourceModel: 'house-model',
        sourceProvider: 'in-house',
        targetModel: 'gpt-4o',
        targetProvider: 'openai',
      }),
    )
    const line = usageLine(await deal.generate(MARCH_IN_NEW_YORK), 'page')
    // Three messages at 0.0083, and 1,000 input and 500 output tokens of gpt-4o for 0.0075.
    expect([Number(line.amount), Number(line.cost)]).toEqual([7, 0.0324])
  })

  test('an expensive model does not change the amount', async () => {
    await api.record(llm({ ...work(), inputTokens: 9_000_000, quantity: 1 }))
    const invoice = await deal.generate(MARCH_IN_NEW_YORK)
    expect(invoice.total).toBe(4)
    expectToAddUp(invoice)
  })

  test('a plan without a price for usage bills its fee alone', async () => {
    const fee = await givenDeal(api, { prices: [FEE] })
    await api.record(llm({ ...work(), customerExternalId: fee.externalId }))
    const invoice = await fee.generate()
    expect([invoice.total, ...amountsOf(invoice, 'usage')]).toEqual([49])
  })
})

test('subscribing after the work was done bills the work of the subscribed range', async () => {
  await api.record(llm({ ...work(), customerExternalId: 'early', quantity: 6 }))
  const { body } = await api.get('/v1/customers/by-external-id/early')
  const { agentId, planId } = deal
  const sub = await givenSubscription(api, { planId, agentId, customerId: body.id })
  const window = {
    billingPeriodStart: '2026-03-01T00:00:00Z',
    billingPeriodEnd: '2026-04-01T00:00:00Z',
  }
  const ids = { customerId: body.id, subscriptionId: sub.id }
  const invoice = (await api.post(GENERATE, { ...ids, ...window })).body
  expect(invoice.total).toBe(6)
})
