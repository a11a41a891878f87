import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { type Deal, givenDeal } from '../support/deal.ts'
import {
  type Fields,
  givenAgent,
  givenCoupon,
  givenDiscount,
  givenPlan,
  givenStrategies,
  givenSubscription,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  APRIL,
  expectToAddUp,
  type Invoice,
  MARCH,
  month,
  readInvoice,
  sendInvoice,
  voidInvoice,
} from '../support/invoice.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let deal: Deal

const t = useTestApp({ now: () => new Date('2026-06-20T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

beforeEach(async () => {
  deal = await givenDeal(api, { prices: [fee(100)] })
})

const fee = (rate: number): Fields => ({ chargeType: 'recurring', rate })
const percent = (percentOff: number, duration = 'forever', fields: Fields = {}): Fields => ({
  name: `${percentOff} percent`,
  percentOff,
  duration,
  ...fields,
})
const fixed = (amountOff: number, currency = 'USD'): Fields => ({
  name: `${amountOff} off`,
  amountOff,
  currency,
  duration: 'forever',
})
const MAY = month('2026-05-01', '2026-06-01')

const coupon = async (body: Fields) => {
  const { id } = await givenCoupon(api, body)
  return id as string
}
/** Gives the coupon to the customer, or to the subscription if `subscriptionId` is given. */
const discount = async (body: Fields, fields: Fields = {}): Promise<{ id: string }> =>
  givenDiscount(api, {
    couponId: await coupon(body),
    customerId: deal.customerId,
    ...fields,
  })
const offOf = (invoice: Invoice) => Number(invoice.discountTotal)

describe('a discount on an invoice', () => {
  test.each<[Fields, number, number]>([
    [percent(20), 100, 20],
    [percent(12.5), 49, 6.13],
    [percent(33), 49.99, 16.5],
    [percent(50), 0.05, 0.03],
    [percent(100), 49, 49],
    [fixed(10), 49, 10],
    [fixed(0.01), 49, 0.01],
    [fixed(49), 49, 49],
  ])('%j takes off %d in all %d', async (body, rate, off) => {
    deal = await givenDeal(api, { prices: [fee(rate)] })
    await discount(body)
    const invoice = await deal.generate()
    expect(invoice.discounts).toHaveLength(1)
    expect(invoice.discounts[0]).toMatchObject({ name: body.name })
    expect([Number(invoice.discounts[0]?.amount), offOf(invoice)]).toEqual([off, off])
    expect(invoice.total).toBeCloseTo(rate - off, 6)
    expect(Number(invoice.subtotal)).toBe(rate)
  })

  test('greater than the amount makes the invoice free, not negative', async () => {
    await discount(fixed(150))
    const invoice = await deal.generate()
    expect([invoice.total, offOf(invoice), Number(invoice.amountDue)]).toEqual([0, 100, 0])
  })

  test('in yen is rounded to whole yen', async () => {
    deal = await givenDeal(api, { prices: [fee(333)], plan: { currency: 'JPY' } })
    await discount(percent(50))
    const invoice = await deal.generate()
    expect([offOf(invoice), invoice.total]).toEqual([167, 166])
  })

  test('in another currency than the invoice takes nothing off', async () => {
    deal = await givenDeal(api, { prices: [fee(333)], plan: { currency: 'JPY' } })
    const couponId = await coupon(fixed(10, 'USD'))
    await api.post('/v1/discounts', { couponId, customerId: deal.customerId })
    expect((await deal.generate()).total).toBe(333)
  })

  test('next to another never takes more than there is, and the invoice adds up', async () => {
    await discount(percent(60))
    await discount(fixed(70))
    const invoice = await deal.generate()
    expect(invoice.discounts).toHaveLength(2)
    expect(invoice.total).toBeGreaterThanOrEqual(0)
    expectToAddUp(invoice)
  })

  test('is stored: later changes of the coupon do not change an issued invoice', async () => {
    const { id } = await discount(percent(20))
    const issued = await sendInvoice(api, await deal.generate(MARCH))
    expect((await api.delete(`/v1/discounts/${id}`)).status).toBeLessThan(300)
    expect(await readInvoice(api, issued.id)).toEqual(issued)
    expect(offOf(await deal.generate(APRIL))).toBe(0)
  })

  test('reaches a draft that is generated again', async () => {
    expect((await deal.generate()).total).toBe(100)
    await discount(percent(20))
    expect((await deal.generate()).total).toBe(80)
  })
})

describe('the duration', () => {
  /** Returns the discounts of March, April and May, sent in this order. */
  const taken = async () => {
    const off: number[] = []
    for (const window of [MARCH, APRIL, MAY]) {
      off.push(offOf(await sendInvoice(api, await deal.generate(window))))
    }
    return off
  }

  test('once takes it off one invoice', async () => {
    await discount(percent(20, 'once'))
    expect(await taken()).toEqual([20, 0, 0])
  })

  test('repeating takes it off that many', async () => {
    await discount(percent(20, 'repeating', { durationPeriods: 2 }))
    expect(await taken()).toEqual([20, 20, 0])
  })

  test('forever takes it off all', async () => {
    await discount(percent(20))
    expect(await taken()).toEqual([20, 20, 20])
  })

  test('once stays on a draft that is generated again, and on no second draft', async () => {
    await discount(percent(20, 'once'))
    await deal.generate(MARCH)
    const drafts = [await deal.generate(MARCH), await deal.generate(APRIL)]
    expect(drafts.map(offOf)).toEqual([20, 0])
  })

  test('once is given back when its invoice is voided', async () => {
    await discount(percent(20, 'once'))
    await voidInvoice(api, await sendInvoice(api, await deal.generate(MARCH)))
    expect(await taken()).toEqual([20, 0, 0])
  })

  test('is not used up by a preview', async () => {
    await discount(percent(20, 'once'))
    await must(api.post('/v1/invoices/preview', { ...deal.ids, ...MARCH }))
    expect(await taken()).toEqual([20, 0, 0])
  })
})

describe('the reach', () => {
  const second = async () => {
    const { id: agentId } = await givenAgent(api)
    const { id: planId } = await givenPlan(api, { agentId })
    await givenStrategies(api, planId, fee(10))
    const { customerId } = deal
    const { id } = await givenSubscription(api, { planId, agentId, customerId })
    return async () =>
      (await must(api.post('/v1/invoices/generate', { customerId, subscriptionId: id }))) as Invoice
  }

  test('of a discount for a subscription is that subscription', async () => {
    const generateSecond = await second()
    await discount(percent(20), { subscriptionId: deal.subscriptionId })
    expect([(await deal.generate()).total, (await generateSecond()).total]).toEqual([80, 10])
  })

  test('of a discount for a customer is all its subscriptions and no other customer', async () => {
    const generateSecond = await second()
    const other = await givenDeal(api, { prices: [fee(5)] })
    await discount(percent(20))
    expect([(await deal.generate()).total, (await generateSecond()).total]).toEqual([80, 8])
    expect((await other.generate()).total).toBe(5)
  })
})
