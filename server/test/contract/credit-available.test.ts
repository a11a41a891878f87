import { beforeEach, describe, expect, test } from 'vitest'
import { randomFrom } from '../analytics/random.ts'
import { must } from '../support/app.ts'
import { type Deal, flatPrice, givenDeal, SINCE_JANUARY, tiered } from '../support/deal.ts'
import { exact, sum } from '../support/exact.ts'
import {
  type Fields,
  givenAgent,
  givenCustomer,
  givenPlan,
  givenSignal,
  givenStrategies,
  givenSubscription,
  givenTaxRate,
  unique,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { month, sendInvoice, voidInvoice } from '../support/invoice.ts'
import { recordOne, sms } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

/** What is available of the credit of a customer, compared with previews and real invoices. */
let now = new Date('2026-03-20T12:00:00Z')
const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

beforeEach(() => {
  now = new Date('2026-03-20T12:00:00Z')
})

const FEBRUARY = month('2026-02-01', '2026-03-01')

type Customer = Pick<Deal, 'customerId'>
type Credit = Record<'balance' | 'promotional' | 'unbilled' | 'held' | 'available', number>

const grant = ({ customerId }: Customer, fields: Fields) =>
  must(
    api.post(`/v1/customers/${customerId}/credit-grants`, {
      ...{ kind: 'paid', currency: 'USD', effectiveAt: '2026-01-01', ...fields },
    }),
  )
/** Without credit and without open invoices, a currency is not listed. */
const NOTHING: Credit = { balance: 0, promotional: 0, unbilled: 0, held: 0, available: 0 }
const creditOf = async ({ customerId }: Customer, currency = 'USD'): Promise<Credit> => {
  const { credit } = await must(api.get(`/v1/customers/${customerId}/credit`))
  const found = credit.find((one: Fields) => one.currency === currency) ?? NOTHING
  expect(exact(found.available)).toBe(
    exact(found.balance) + exact(found.promotional) - exact(found.unbilled) - exact(found.held),
  )
  return found
}

test('usage counts from its answer, and credit that is not valid does not', async () => {
  const deal = await givenDeal(api, { prices: [flatPrice('page', 0.25)] })
  await grant(deal, { amount: 10 })
  await grant(deal, { kind: 'promotional', amount: 2 })
  await grant(deal, { amount: 7, effectiveAt: '2026-03-21' })
  expect(await creditOf(deal)).toMatchObject({
    ...{ balance: 10, promotional: 2, unbilled: 0, held: 0, available: 12 },
  })
  await deal.use('page', 3, '2026-03-20T11:00:00Z')
  expect(await creditOf(deal)).toMatchObject({ unbilled: 0.75, available: 11.25 })
  await deal.use('page', 60, '2026-03-20T11:30:00Z')
  expect(await creditOf(deal)).toMatchObject({ unbilled: 15.75, available: -3.75 })
})

test('a hold takes what its outcome would be billed', async () => {
  const deal = await givenDeal(api, { prices: [flatPrice('page', 0.25)] })
  await grant(deal, { amount: 10 })
  await must(
    api.post('/v1/guard/holds', {
      ...{ customerExternalId: deal.externalId, agentCode: deal.agentCode, signalName: 'page' },
      ...{ quantity: 8, estimatedCostUsd: '0.40', runId: unique('run') },
    }),
  )
  expect(await creditOf(deal)).toMatchObject({ unbilled: 0, held: 2, available: 8 })
})

test('a customer without a subscription has its credit, and one without credit what it owes', async () => {
  const { id: customerId } = await givenCustomer(api)
  expect((await must(api.get(`/v1/customers/${customerId}/credit`))).credit).toEqual([])
  await grant({ customerId }, { amount: 5, currency: 'EUR', name: 'Bought' })
  expect(await creditOf({ customerId }, 'EUR')).toMatchObject({
    ...{ balance: 5, available: 5 },
    grants: [{ name: 'Bought', left: 5, isValid: true, expiresAt: null }],
  })
  const deal = await givenDeal(api, { prices: [{ chargeType: 'recurring', rate: 49 }] })
  expect(await creditOf(deal)).toMatchObject({ balance: 0, unbilled: 49, available: -49 })
})

test('an invoice that becomes final or void neither counts twice nor is left out', async () => {
  const deal = await givenDeal(api, {
    prices: [flatPrice('page', 1)],
    subscription: SINCE_JANUARY,
  })
  await grant(deal, { amount: 30 })
  await grant(deal, { kind: 'promotional', amount: 10 })
  await deal.use('page', 15, '2026-02-10T00:00:00Z')
  await deal.use('page', 5, '2026-03-10T00:00:00Z')
  const before = await creditOf(deal)
  expect(before).toMatchObject({ unbilled: 5, available: 35 })
  const draft = await deal.generate(FEBRUARY)
  expect(await creditOf(deal)).toMatchObject({ unbilled: 20, available: 20 })
  const sent = await sendInvoice(api, draft)
  expect(sent).toMatchObject({ promotionTotal: 10, creditTotal: 5, total: 0 })
  expect(await creditOf(deal)).toMatchObject({
    ...{ balance: 25, promotional: 0, unbilled: 5, available: 20 },
  })
  await voidInvoice(api, sent)
  expect(await creditOf(deal)).toMatchObject(before)
})

test('a fee in advance counts from the start of its period', async () => {
  const fee = { chargeType: 'recurring', rate: 100, billTiming: 'advance' }
  const deal = await givenDeal(api, { prices: [fee, flatPrice('page', 1)] })
  await grant(deal, { amount: 250 })
  await deal.use('page', 7, '2026-03-11T00:00:00Z')
  // The invoice of March will have the fee of April, and a draft of it shows that.
  expect((await deal.preview()).body).toMatchObject({ creditTotal: 207 })
  expect(await creditOf(deal)).toMatchObject({ unbilled: 107, available: 143 })
  now = new Date('2026-04-01T00:00:00Z')
  expect(await creditOf(deal)).toMatchObject({ unbilled: 207, available: 43 })
  // With and without drafts of the period that ended.
  now = new Date('2026-03-20T12:00:00Z')
  await deal.generate()
  expect(await creditOf(deal)).toMatchObject({ unbilled: 107, available: 143 })
  now = new Date('2026-04-01T00:00:00Z')
  expect(await creditOf(deal)).toMatchObject({ unbilled: 207, available: 43 })
})

describe('with fees in advance, equals credit less a preview that has no later period', () => {
  test.each([1, 2, 3, 4, 5, 6])('in the random world %i', async (seed) => {
    const random = randomFrom(seed)
    const upTo = (max: number) => random.integer(0, max)
    const timed = (charge: Fields) => ({
      ...charge,
      billTiming: random.pick(['advance', 'arrears']),
    })
    await givenTaxRate(api, {
      ...{ name: 'VAT', percentage: 5 + upTo(15), isDefault: true, isInclusive: seed % 2 === 0 },
    })
    const deal = await givenDeal(api, {
      prices: [
        { chargeType: 'recurring', rate: `${upTo(90)}.37`, billTiming: 'advance' },
        timed({ chargeType: 'seat_based', rate: '3.33' }),
        tiered('page', 'graduated'),
      ],
      subscription: { ...SINCE_JANUARY, seatsCount: 1 + upTo(5) },
    })
    if (random.chance(50)) {
      const coupon = random.pick([{ percentOff: 15 }, { amountOff: 20, currency: 'USD' }])
      const { id: couponId } = await must(
        api.post('/v1/coupons', { name: 'Off', duration: 'forever', ...coupon }),
      )
      await must(api.post('/v1/discounts', { couponId, customerId: deal.customerId }))
    }
    await grant(deal, { amount: 1 + upTo(150) })
    if (random.chance(50)) await grant(deal, { kind: 'promotional', amount: 1 + upTo(30) })
    if (random.chance(50)) {
      await sendInvoice(api, await deal.generate(FEBRUARY))
      await deal.use('page', upTo(50), '2026-02-11T00:00:00Z')
    }
    await deal.use('page', upTo(150), '2026-03-11T00:00:00Z')
    const isDrafted = random.chance(50)
    if (isDrafted) await deal.generate()

    const credit = await creditOf(deal)
    // A subscription that ends with the period owes no fee of a later one.
    const url = `/v1/subscriptions/${deal.subscriptionId}`
    await must(api.patch(url, { endDate: '2026-03-31' }))
    const { body } = await deal.preview(month('2026-03-01', '2026-04-01'))
    expect(body.lineItems.length).toBeGreaterThan(0)
    const taken = sum([body.total, body.creditTotal, body.promotionTotal])
    expect(exact(credit.unbilled)).toBe(taken)
    await must(api.patch(url, { endDate: null }))
    expect(await creditOf(deal)).toEqual(credit)
  })
})

describe('equals credit less the totals of real invoices', () => {
  const PRICES: Fields[][] = [
    [flatPrice('page', 0.37), { chargeType: 'recurring', rate: 12.5 }],
    [tiered('page', 'graduated'), { chargeType: 'seat_based', rate: 3.33 }],
    [tiered('page', 'volume')],
    [
      tiered('page', 'credit_pool', [
        { lower: 0, upper: 50, rate: 20 },
        { lower: 50, upper: null, rate: 0.3 },
      ]),
    ],
    [{ signal: 'page', pricingModel: 'package', rate: 7, packageSize: 25 }],
  ]

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('in the random world %i', async (seed) => {
    const random = randomFrom(seed)
    const upTo = (max: number) => random.integer(0, max)
    if (seed % 2 === 0) {
      await givenTaxRate(api, {
        ...{ name: 'VAT', percentage: 7 + upTo(13), isDefault: true },
        isInclusive: seed % 4 === 0,
      })
    }
    const deal = await givenDeal(api, {
      prices: PRICES[seed % PRICES.length] ?? [],
      subscription: { ...SINCE_JANUARY, seatsCount: 3 },
    })
    if (seed % 3 === 0) {
      const coupon = { name: 'Off', percentOff: 5 + upTo(40), duration: 'forever' }
      const { id: couponId } = await must(api.post('/v1/coupons', coupon))
      await must(api.post('/v1/discounts', { couponId, customerId: deal.customerId }))
    }
    for (let n = 0; n < 5; n++) {
      await grant(deal, {
        kind: n % 2 === 0 ? 'paid' : 'promotional',
        amount: (upTo(1500) + 1) / 100,
        priority: upTo(3),
        ...(n > 2 ? { expiresAt: `2026-0${4 + upTo(4)}-01` } : {}),
      })
    }
    await deal.use('page', 1 + upTo(150), '2026-02-10T00:00:00Z')
    await sendInvoice(api, await deal.generate(FEBRUARY))
    // Late usage, and usage of the current period.
    await deal.use('page', upTo(30), '2026-02-11T00:00:00Z')
    await deal.use('page', upTo(120), '2026-03-11T00:00:00Z')
    const other = await anotherSubscription(deal, upTo(2000) / 100)

    const { available, balance, promotional } = await creditOf(deal)
    const ids = { customerId: deal.customerId, subscriptionId: other }
    const drafts = [
      await deal.generate(),
      await must(api.post('/v1/invoices/generate', ids)),
    ].toSorted((a, b) => (a.subscriptionId < b.subscriptionId ? -1 : 1))
    expect((await creditOf(deal)).available).toBe(available)
    const sent = []
    for (const draft of drafts) sent.push(await sendInvoice(api, draft))
    const after = await creditOf(deal)
    expect(after).toMatchObject({ unbilled: 0, held: 0 })
    const totals = sum(sent.map(({ total }) => total))
    expect(exact(after.available) - totals).toBe(exact(available))
    const drawn = sum(sent.flatMap((one) => [one.creditTotal, one.promotionTotal]))
    expect(exact(balance) + exact(promotional) - drawn).toBe(exact(after.available))
  })

  /** Creates another subscription of the customer, for another agent, with a fee. */
  async function anotherSubscription({ customerId }: Customer, rate: number): Promise<string> {
    const agent = await givenAgent(api)
    const { id: planId } = await givenPlan(api, { agentId: agent.id })
    const { id: signalId } = await givenSignal(api, { agentId: agent.id, name: 'call' })
    await givenStrategies(
      api,
      planId,
      { chargeType: 'recurring', rate },
      { chargeType: 'usage', signalId, pricingModel: 'flat', rate: 0.11 },
    )
    const subscription = { planId, agentId: agent.id, customerId, startDate: '2026-03-01' }
    const { id } = await givenSubscription(api, subscription)
    const { externalId } = await must(api.get(`/v1/customers/${customerId}`))
    const work = { customerExternalId: externalId, agentCode: agent.agentCode, signalName: 'call' }
    await recordOne(api, sms({ ...work, quantity: 7, usageDate: '2026-03-12T00:00:00Z' }))
    return id
  }
})
