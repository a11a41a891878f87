import { describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { FEE, givenDeal } from '../support/deal.ts'
import { type Fields, givenCoupon, givenDiscount } from '../support/given.ts'
import {
  amountsOf,
  expectToAddUp,
  type Invoice,
  MARCH,
  month,
  readInvoice,
  sendInvoice,
  voidInvoice,
} from '../support/invoice.ts'
import { type ChangeFields, linesOf, NOW, POOL, usePlanChanges } from '../support/plan-change.ts'

const { api, givenPlans, run, setNow } = usePlanChanges()

describe('a period that is invoiced already', () => {
  test('gives its fees back by days, as an amount of the successor that can be edited', async () => {
    const { changed, invoiceOf, subscriptionId } = await givenPlans({
      prices: [FEE, { chargeType: 'seat_based', name: 'Seats', rate: 12 }],
      subscription: { seatsCount: 5 },
    })
    const billed = await sendInvoice(api, await invoiceOf(subscriptionId))
    const { subscription } = await changed()
    // 49 × 16 ÷ 31 = 25.29, and 12 × 5 × 16 ÷ 31 = 30.97.
    expect(subscription.proratedAmount).toBe(-56.26)
    expect(await readInvoice(api, billed.id)).toEqual(billed)
    const first = await invoiceOf(subscription.id)
    expect(linesOf(first)).toEqual([
      ['recurring', 1, 51.1],
      ['proration', 1, -56.26],
    ])
    expectToAddUp(first)
    const url = `/v1/subscriptions/${subscription.id}`
    await must(api.patch(url, { proratedAmount: -50 }))
    expect(amountsOf(await invoiceOf(subscription.id), 'proration')).toEqual([-50])
  })

  test('in parts gives back only what is billed of the days that are left', async () => {
    const { changed, invoiceOf, subscriptionId } = await givenPlans()
    await sendInvoice(api, await invoiceOf(subscriptionId, month('2026-03-01', '2026-03-20')))
    const { subscription } = await changed()
    // 49 × 19 ÷ 31 less 49 × 15 ÷ 31, each rounded.
    expect(subscription.proratedAmount).toBe(-6.32)
    await expect(invoiceOf(subscriptionId)).rejects.toThrow()
  })

  test('of a draft gives nothing back: the draft is voided and billed by days', async () => {
    const { changed, invoiceOf, subscriptionId } = await givenPlans()
    const draft = await invoiceOf(subscriptionId)
    const { subscription } = await changed()
    expect(subscription.proratedAmount).toBeNull()
    expect((await readInvoice(api, draft.id)).status).toBe('void')
    expect((await invoiceOf(subscriptionId)).total).toBe(23.71)
  })

  test('of a void invoice gives nothing back', async () => {
    const { changed, invoiceOf, subscriptionId } = await givenPlans()
    await voidInvoice(api, await sendInvoice(api, await invoiceOf(subscriptionId)))
    expect((await changed()).subscription.proratedAmount).toBeNull()
  })

  test.each([
    ['the first day', '2026-03-01', -49],
    ['the last day', '2026-03-31', -1.58],
    ['the day after it', '2026-04-01', null],
  ])('counts from %s', async (_, when, amount) => {
    const { changed, invoiceOf, subscriptionId } = await givenPlans({
      subscription: { startDate: '2026-02-01' },
    })
    await sendInvoice(api, await invoiceOf(subscriptionId))
    expect((await changed(when)).subscription.proratedAmount).toBe(amount)
  })
})

describe('a pool', () => {
  const both = { prices: [POOL(1000, 99)], to: [POOL(5000, 299)] }

  test('that a change cuts has its fee and size by days on both sides', async () => {
    const { changed, use, invoiceOf, subscriptionId } = await givenPlans(both)
    await use('ticket', 500, '2026-03-10T00:00:00Z')
    const { subscription } = await changed()
    await use('ticket', 2600, '2026-03-16T08:00:00Z')
    setNow('2026-04-02T00:00:00Z')
    const before = await invoiceOf(subscriptionId)
    const after = await invoiceOf(subscription.id, month('2026-03-16', '2026-04-01'))
    // 99 × 15 ÷ 31 = 47.90 for 484 units, and 16 units above: 2.40.
    expect(linesOf(before)).toEqual([['usage', 500, 50.3]])
    expect(before.lineItems[0]?.tiers).toMatchObject([
      { upper: 484, units: 484, amount: 47.9 },
      { units: 16, amount: 2.4 },
    ])
    // 299 × 16 ÷ 31 = 154.32 for 2581 units, and 19 units above: 2.85.
    expect(linesOf(after)).toEqual([['usage', 2600, 157.17]])
    for (const invoice of [before, after]) expectToAddUp(invoice)
    expect(amountsOf(await invoiceOf(subscription.id), 'usage')).toEqual([299])
  })

  test.each([
    ['by days while few units are used', 100, -51.1],
    ['by units once more are used', 700, -29.7],
    ['nothing once all are used', 1200, null],
  ])('that is invoiced is given back %s', async (_, used, amount) => {
    const { changed, use, invoiceOf, subscriptionId } = await givenPlans(both)
    await use('ticket', used, '2026-03-10T00:00:00Z')
    await sendInvoice(api, await invoiceOf(subscriptionId))
    expect((await changed()).subscription.proratedAmount).toBe(amount)
  })

  test('that is invoiced in part counts the units after that part, and stays whole', async () => {
    const { changed, use, invoiceOf, subscriptionId } = await givenPlans(both)
    await use('ticket', 300, '2026-03-05T00:00:00Z')
    await sendInvoice(api, await invoiceOf(subscriptionId, month('2026-03-01', '2026-03-10')))
    await use('ticket', 500, '2026-03-12T00:00:00Z')
    const { subscription } = await changed()
    // 800 of 1,000 units are used: 99 × 0.2.
    expect(subscription.proratedAmount).toBe(-19.8)
    expect(
      amountsOf(await invoiceOf(subscriptionId, month('2026-03-10', '2026-03-16')), 'usage'),
    ).toEqual([])
  })

  test('in a draft of a part is recomputed at once', async () => {
    const { changed, invoiceOf, subscriptionId } = await givenPlans(both)
    const draft = await invoiceOf(subscriptionId, month('2026-03-01', '2026-03-10'))
    expect(draft.total).toBe(99)
    await changed()
    expect(await readInvoice(api, draft.id)).toMatchObject({ status: 'draft', total: 47.9 })
  })
})

describe('a fee in advance', () => {
  const ADVANCE = (rate: number): Fields => ({
    ...{ chargeType: 'recurring', name: 'Platform', rate, billTiming: 'advance' },
  })

  /** A fee of 310 in advance that is billed at the start, until the 16th. */
  async function givenAdvance(fields: ChangeFields = {}) {
    setNow('2026-03-01T00:00:00Z')
    const deal = await givenPlans({ prices: [ADVANCE(310)], to: [ADVANCE(620)], ...fields })
    await run()
    setNow('2026-03-02T12:00:00Z')
    await run()
    setNow(NOW)
    const invoicesOf = async (id: string): Promise<Invoice[]> => {
      const { data } = await must(api.get(`/v1/invoices?subscriptionId=${id}&sortOrder=asc`))
      const all = await Promise.all(data.map((one: { id: string }) => readInvoice(api, one.id)))
      return all.filter(({ status }) => status !== 'void')
    }
    return { ...deal, invoicesOf }
  }

  test('counts once in what is available of credit, before the last invoice exists and with its draft', async () => {
    const { changed, customerId } = await givenAdvance()
    const available = async () => {
      const { credit } = await must(api.get(`/v1/customers/${customerId}/credit`))
      return credit.map((one: Fields) => one.available)
    }
    expect(await available()).toEqual([0])
    await changed()
    // 160 come back, and 320 for the rest of March are to be paid. April's fee counts from April on.
    expect(await available()).toEqual([-160])
    await run()
    expect(await available()).toEqual([-160])
  })

  test('is given back by days on the last invoice, and the successor bills its own at the start', async () => {
    const { changed, preview, invoicesOf, subscriptionId } = await givenAdvance()
    const shown = await must(preview())
    const { subscription } = await changed()
    expect(subscription.proratedAmount).toBeNull()
    await run()
    const before = await invoicesOf(subscriptionId)
    const after = await invoicesOf(subscription.id)
    // 310 × 16 ÷ 31 and 620 × 16 ÷ 31.
    expect(before.map(linesOf)).toEqual([[['recurring', 1, 310]], [['proration', -1, -160]]])
    expect(after.map(linesOf)).toEqual([[['recurring', 1, 320]]])
    expect(linesOf(shown.closingInvoice)).toEqual([['proration', -1, -160]])
    expect(linesOf(shown.firstInvoice)).toEqual([['recurring', 1, 320]])
    expect([shown.periodBefore.total, shown.periodAfter.total]).toEqual([310, 620])
    setNow('2026-04-02T12:00:00Z')
    await run()
    const april = (await invoicesOf(subscription.id)).at(-1)
    expect(april && linesOf(april)).toEqual([['recurring', 1, 620]])
  })

  test('stays billed with keepAdvance', async () => {
    const { changed, invoicesOf, subscriptionId } = await givenAdvance()
    const { ended, subscription } = await changed('now', { keepAdvance: true })
    expect([ended.keepAdvance, subscription.keepAdvance]).toEqual([true, false])
    await run()
    expect((await invoicesOf(subscriptionId)).map(({ total }) => total)).toEqual([310])
  })

  test('has the coupon of its period, which counts once', async () => {
    const coupon = { percentOff: 10, duration: 'once' }
    setNow('2026-03-01T00:00:00Z')
    const { changed, customerId, subscriptionId } = await givenPlans({
      ...{ prices: [ADVANCE(310)], to: [ADVANCE(620)] },
    })
    const { id: couponId } = await givenCoupon(api, coupon)
    await givenDiscount(api, { couponId, subscriptionId })
    await run()
    setNow('2026-03-02T12:00:00Z')
    await run()
    setNow(NOW)
    const { subscription } = await changed()
    setNow('2026-03-18T12:00:00Z')
    await run()
    setNow('2026-04-02T12:00:00Z')
    await run()
    const { data } = await must(api.get(`/v1/invoices?customerId=${customerId}&limit=50`))
    const final = data.filter(({ status }: Fields) => status !== 'draft')
    const all = await Promise.all(final.map(({ id }: { id: string }) => readInvoice(api, id)))
    const figures = all
      .map(({ subtotal, discountTotal }) => [Number(subtotal), Number(discountTotal)])
      .toSorted(([a], [b]) => Number(a) - Number(b))
    // 10 % of 310 − 160 + 320.
    expect(figures).toEqual([
      [-160, -16],
      [310, 31],
      [320, 32],
    ])
    expect(subscription.replacesId).toBe(subscriptionId)
  })

  test('of a period that is invoiced whole comes back as an amount of the successor, the next one on a line', async () => {
    const { changed, invoiceOf, invoicesOf, subscriptionId } = await givenAdvance()
    const whole = await sendInvoice(api, await invoiceOf(subscriptionId))
    // The fee of April, which begins at the end of the window.
    expect(linesOf(whole)).toEqual([['recurring', 1, 310]])
    const { subscription } = await changed()
    expect(subscription.proratedAmount).toBe(-160)
    setNow('2026-04-03T12:00:00Z')
    await run()
    const last = (await invoicesOf(subscriptionId)).at(-1)
    expect(last && linesOf(last)).toEqual([['proration', -1, -310]])
  })

  test('in a draft of the period before is billed until the change', async () => {
    setNow('2026-03-01T00:00:00Z')
    const { changed, invoiceOf, subscriptionId } = await givenPlans({
      ...{ prices: [ADVANCE(310)], to: [ADVANCE(620)], subscription: { startDate: '2026-02-01' } },
    })
    setNow('2026-03-10T00:00:00Z')
    const draft = await invoiceOf(subscriptionId, month('2026-02-01', '2026-03-01'))
    expect(linesOf(draft)).toEqual([
      ['recurring', 1, 310],
      ['recurring', 1, 310],
    ])
    await changed('2026-03-16')
    expect(linesOf(await readInvoice(api, draft.id))).toEqual([
      ['recurring', 1, 310],
      ['recurring', 1, 150],
    ])
  })

  test('on the first day: the invoice at the start is given back in full', async () => {
    setNow('2026-03-16T01:00:00Z')
    const { change, subscriptionId } = await givenPlans({
      ...{ prices: [ADVANCE(310)], to: [ADVANCE(620)], subscription: { startDate: '2026-03-16' } },
    })
    await run()
    const { data } = await must(api.get(`/v1/invoices?subscriptionId=${subscriptionId}`))
    await sendInvoice(api, data[0])
    const { status, body } = await change()
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.ended).toMatchObject({ status: 'ended', id: subscriptionId })
    setNow('2026-04-03T12:00:00Z')
    await run()
    const listed = await must(api.get(`/v1/invoices?subscriptionId=${subscriptionId}`))
    const all = await Promise.all(listed.data.map(({ id }: { id: string }) => readInvoice(api, id)))
    expect(all.map(({ subtotal }) => Number(subtotal)).toSorted((a, b) => a - b)).toEqual([
      ...[-310, 310],
    ])
  })
})

describe('a coupon', () => {
  test('of the subscription goes on, and counts the cut period once', async () => {
    const { changed, invoiceOf, subscriptionId, customerId } = await givenPlans()
    const { id: couponId } = await givenCoupon(api, {
      percentOff: 10,
      duration: 'repeating',
      durationPeriods: 2,
    })
    await givenDiscount(api, { couponId, subscriptionId })
    const { subscription } = await changed()
    setNow('2026-05-03T00:00:00Z')
    const before = await sendInvoice(api, await invoiceOf(subscriptionId))
    const stub = await sendInvoice(
      api,
      await invoiceOf(subscription.id, month('2026-03-16', '2026-04-01')),
    )
    const april = await sendInvoice(
      api,
      await invoiceOf(subscription.id, month('2026-04-01', '2026-05-01')),
    )
    // 10 % of 23.71 + 51.10 = 74.81 is 7.48, of which 2.37 is taken.
    expect([before, stub, april].map(({ discountTotal }) => discountTotal)).toEqual([
      ...[2.37, 5.11, 9.9],
    ])
    setNow('2026-06-01T00:00:00Z')
    const may = await invoiceOf(subscription.id, month('2026-05-01', '2026-06-01'))
    expect(may.discountTotal).toBe(0)
    const { results } = await must(api.get(`/v1/discounts?customerId=${customerId}`))
    expect(results).toMatchObject([{ periodsUsed: 2, periodsLeft: 0 }])
  })

  test('of a fixed amount is taken once from the period, whichever invoice is first', async () => {
    for (const isOldFirst of [true, false]) {
      setNow(NOW)
      const { changed, invoiceOf, subscriptionId, customerId } = await givenPlans()
      const { id: couponId } = await givenCoupon(api, {
        ...{ amountOff: 30, currency: 'USD', duration: 'once' },
      })
      await givenDiscount(api, { couponId, customerId })
      const { subscription } = await changed()
      setNow('2026-04-02T00:00:00Z')
      const send = async (id: string) =>
        sendInvoice(
          api,
          await invoiceOf(id, id === subscriptionId ? {} : month('2026-03-16', '2026-04-01')),
        )
      const ids = [subscriptionId, subscription.id]
      const invoices = []
      for (const id of isOldFirst ? ids : ids.toReversed()) invoices.push(await send(id))
      const discounts = invoices.map(({ discountTotal }) => Number(discountTotal))
      expect(discounts).toEqual(isOldFirst ? [23.71, 6.29] : [30, 0])
    }
  })

  test('with tax included, credit and an invoiced period: what is given back has the discount of its period', async () => {
    const { changed, invoiceOf, subscriptionId, customerId } = await givenPlans()
    await must(
      api.post('/v1/tax-rates', {
        name: 'VAT',
        percentage: 19,
        isInclusive: true,
        isDefault: true,
      }),
    )
    const { id: couponId } = await givenCoupon(api, { percentOff: 50, duration: 'forever' })
    await givenDiscount(api, { couponId, subscriptionId })
    const billed = await sendInvoice(api, await invoiceOf(subscriptionId))
    expect(billed).toMatchObject({ subtotal: 49, discountTotal: 24.5, total: 24.5 })
    // An invoice below zero becomes credit.
    const other = await givenDeal(api, { prices: [] })
    const { id: otherId } = await must(
      api.post('/v1/subscriptions', {
        ...{ name: 'Other', planId: other.planId, agentId: other.agentId, customerId },
        ...{ startDate: '2026-03-01', proratedAmount: -5 },
      }),
    )
    await sendInvoice(api, await invoiceOf(otherId))
    const { subscription } = await changed()
    expect(subscription.proratedAmount).toBe(-25.29)
    const first = await invoiceOf(subscription.id)
    // 51.10 − 25.29 = 25.81. Half of 49 + 25.81 is 37.41, of which 24.50 is taken.
    expect(first).toMatchObject({
      ...{ subtotal: 25.81, discountTotal: 12.91, creditTotal: 5, total: 7.9 },
    })
    expectToAddUp(first)
    await must(api.delete(`/v1/tax-rates/${(await must(api.get('/v1/tax-rates'))).results[0].id}`))
  })
})

test('promotional credit returns to its grant where a change gives more back than the new plan costs', async () => {
  const { changed, invoiceOf, subscriptionId, customerId } = await givenPlans({
    to: [{ ...FEE, rate: 10 }],
  })
  const grants = `/v1/customers/${customerId}/credit-grants`
  await must(
    api.post(grants, { kind: 'promotional', name: 'Launch', amount: 100, currency: 'USD' }),
  )
  const billed = await sendInvoice(api, await invoiceOf(subscriptionId))
  expect(billed.total).toBe(0)
  const { subscription } = await changed()
  const first = await sendInvoice(api, await invoiceOf(subscription.id))
  // 5.16 − 25.29 = −20.13, which is no credit of the customer.
  expect(first).toMatchObject({ subtotal: -20.13, promotionTotal: -20.13, total: 0 })
})

test('a void of what was billed before the change bills the days before it again', async () => {
  const { changed, invoiceOf, subscriptionId } = await givenPlans()
  const billed = await sendInvoice(api, await invoiceOf(subscriptionId))
  await changed()
  await voidInvoice(api, billed)
  expect((await invoiceOf(subscriptionId)).total).toBe(23.71)
})

test('a window that covers the change is refused, and so is another month of the old plan', async () => {
  const { changed, subscriptionId, customerId } = await givenPlans()
  await changed()
  setNow('2026-04-10T00:00:00Z')
  const ids = { customerId, subscriptionId }
  const whole = await must(api.post('/v1/invoices/generate', { ...ids, ...MARCH }))
  expect(whole).toMatchObject({ periodEnd: '2026-03-16T00:00:00.000Z', total: 23.71 })
})
