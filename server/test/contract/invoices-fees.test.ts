import { beforeEach, describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { FEE, givenDeal, tiered } from '../support/deal.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  APRIL,
  amountsOf,
  billedLines,
  GENERATE,
  MARCH,
  month,
  sendInvoice,
  voidInvoice,
} from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date('2026-03-20T12:00:00Z')

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })

beforeEach(() => {
  now = new Date('2026-03-20T12:00:00Z')
})

const SEATS: Fields = { chargeType: 'seat_based', rate: 12.5 }
const SETUP: Fields = { chargeType: 'onetime', rate: 500 }
const fee = (rate: number): Fields => ({ ...FEE, rate })

describe('a whole period', () => {
  test('bills the recurring fee once and every seat', async () => {
    const { generate } = await givenDeal(t.api, {
      prices: [FEE, SEATS],
      subscription: { seatsCount: 3 },
    })
    const invoice = await generate()
    expect(billedLines(invoice)).toEqual([
      ['recurring', '', 49],
      ['seat_based', '', 37.5],
    ])
    const seats = invoice.lineItems.find(({ type }) => type === 'seat_based')
    expect([Number(seats?.quantity), Number(seats?.unitPrice)]).toEqual([3, 12.5])
  })

  test('without seats bills none', async () => {
    const { generate } = await givenDeal(t.api, { prices: [SEATS] })
    expect((await generate()).total).toBe(0)
  })

  test.each(['subscription', 'usage', 'hybrid'])(
    'is billed the same whatever billingModel says: %s',
    async (billingModel) => {
      const { generate } = await givenDeal(t.api, { prices: [FEE], subscription: { billingModel } })
      expect((await generate()).total).toBe(49)
    },
  )
})

describe('a period that is covered in part bills its days of the full period', () => {
  type Case = { why: string; rate: number; fields: Fields; at: string; amount: number }
  const CASES: Case[] = [
    {
      why: 'stub up to billingDay 1: 22 of 31 days',
      rate: 31,
      fields: { startDate: '2026-03-10', billingDay: 1 },
      at: '2026-03-20T12:00:00Z',
      amount: 22,
    },
    {
      why: 'stub up to billingDay 15, the period began in February: 5 of 28 days',
      rate: 28,
      fields: { startDate: '2026-03-10', billingDay: 15 },
      at: '2026-03-12T00:00:00Z',
      amount: 5,
    },
    {
      why: 'stub up to billingDay 31, clamped: 18 of 28 days',
      rate: 28,
      fields: { startDate: '2026-02-10', billingDay: 31 },
      at: '2026-02-12T00:00:00Z',
      amount: 18,
    },
    {
      why: 'cut after its tenth day: 10 of 31 days',
      rate: 31,
      fields: { startDate: '2026-03-01', endDate: '2026-03-10' },
      at: '2026-03-05T00:00:00Z',
      amount: 10,
    },
    {
      why: 'cut on its first day: 1 of 31 days',
      rate: 31,
      fields: { startDate: '2026-03-01', endDate: '2026-03-01' },
      at: '2026-03-01T10:00:00Z',
      amount: 1,
    },
    {
      why: 'cut on its last day: whole',
      rate: 31,
      fields: { startDate: '2026-03-01', endDate: '2026-03-31' },
      at: '2026-03-05T00:00:00Z',
      amount: 31,
    },
    {
      why: 'days of a month with 743 hours: 30 of 31',
      rate: 31,
      fields: { startDate: '2026-03-02', billingDay: 1, timezone: 'America/New_York' },
      at: '2026-03-20T00:00:00Z',
      amount: 30,
    },
    {
      why: 'a year that is a leap year: 60 of 366 days',
      rate: 366,
      fields: { startDate: '2028-01-01', endDate: '2028-02-29', billingCycle: 'yearly' },
      at: '2028-01-15T00:00:00Z',
      amount: 60,
    },
    {
      why: 'a custom cycle: 3 of 10 days',
      rate: 10,
      fields: {
        startDate: '2026-03-01',
        endDate: '2026-03-03',
        billingCycle: 'custom',
        customCycleDays: 10,
      },
      at: '2026-03-02T00:00:00Z',
      amount: 3,
    },
  ]

  test.each(CASES)('recurring, $why', async ({ rate, fields, at, amount }) => {
    now = new Date(at)
    const { generate } = await givenDeal(t.api, { prices: [fee(rate)], subscription: fields })
    expect((await generate()).total).toBe(amount)
  })

  test.each(CASES)('seats, $why', async ({ rate, fields, at, amount }) => {
    now = new Date(at)
    const subscription = { ...fields, seatsCount: 2 }
    const { generate } = await givenDeal(t.api, { prices: [{ ...SEATS, rate }], subscription })
    expect((await generate()).total).toBe(2 * amount)
  })

  test('and bills usage and one-time fees in full', async () => {
    const subscription = { endDate: '2026-03-25' }
    const prices = [SETUP, { signal: 'page', pricingModel: 'flat', rate: 1 }]
    const { use, generate } = await givenDeal(t.api, { prices, subscription })
    await use('page', 7, '2026-03-10T00:00:00Z')
    expect(billedLines(await generate())).toEqual([
      ['onetime', '', 500],
      ['usage', 'page', 7],
    ])
  })

  test('and the period after a stub is billed whole', async () => {
    now = new Date('2026-04-20T00:00:00Z')
    const subscription = { startDate: '2026-03-10', billingDay: 1 }
    const { generate } = await givenDeal(t.api, { prices: [fee(31)], subscription })
    expect((await generate(month('2026-03-10', '2026-04-01'))).total).toBe(22)
    expect((await generate()).total).toBe(31)
  })
})

describe('a period whose next invoice date was moved', () => {
  // A regular period from 1 March has 31 days.
  test.each([
    ['2026-03-25', 24],
    ['2026-04-15', 45],
  ])('to %s costs %i of the 31 days of a regular one', async (nextInvoiceDate, amount) => {
    const subscription = { seatsCount: 2 }
    const pool = [
      { lower: 0, upper: 10, rate: 20 },
      { lower: 10, upper: null, rate: 1 },
    ]
    const prices = [fee(31), { ...SEATS, rate: 31 }, tiered('page', 'credit_pool', pool)]
    const { generate, use, subscriptionId } = await givenDeal(t.api, { prices, subscription })
    await use('page', 12, '2026-03-10T00:00:00Z')
    const url = `/v1/subscriptions/${subscriptionId}/invoice-dates`
    expect((await t.api.patch(url, { nextInvoiceDate })).status).toBe(200)
    expect(billedLines(await generate())).toEqual([
      ['recurring', '', amount],
      ['seat_based', '', 2 * amount],
      ['usage', 'page', 22],
    ])
  })
})

describe('a one-time fee', () => {
  test('is billed in the period of the start date and in no other', async () => {
    now = new Date('2026-04-20T12:00:00Z')
    const { generate } = await givenDeal(t.api, { prices: [SETUP, FEE] })
    expect(amountsOf(await generate(MARCH), 'onetime')).toEqual([500])
    expect(amountsOf(await generate(APRIL), 'onetime')).toEqual([])
  })

  test('is left out of a window without the start date', async () => {
    const { generate } = await givenDeal(t.api, { prices: [SETUP, FEE] })
    expect(amountsOf(await generate(month('2026-03-02', '2026-03-12')), 'onetime')).toEqual([])
    expect(amountsOf(await generate(month('2026-03-01', '2026-03-02')), 'onetime')).toEqual([500])
  })

  test('falls on the local start date in the zone of the customer', async () => {
    const customer = { timezone: 'Pacific/Kiritimati' }
    const { generate } = await givenDeal(t.api, { prices: [SETUP], customer })
    const invoice = await generate()
    expect(invoice.periodStart).toBe('2026-02-28T10:00:00.000Z')
    expect(amountsOf(invoice, 'onetime')).toEqual([500])
  })
})

describe('proratedAmount', () => {
  const deal = (proratedAmount: number) =>
    givenDeal(t.api, { prices: [FEE], subscription: { proratedAmount } })

  test.each([12.5, -12.5])('%d is a line of the next invoice, once', async (amount) => {
    now = new Date('2026-04-20T12:00:00Z')
    const { generate } = await deal(amount)
    const march = await sendInvoice(t.api, await generate(MARCH))
    expect(amountsOf(march, 'proration')).toEqual([amount])
    expect(march.total).toBe(49 + amount)
    expect(amountsOf(await generate(APRIL), 'proration')).toEqual([])
  })

  test('stays on a draft that is generated again', async () => {
    const { generate } = await deal(12.5)
    await generate()
    expect(amountsOf(await generate(), 'proration')).toEqual([12.5])
  })

  test('is on one of two drafts, not on both', async () => {
    now = new Date('2026-04-20T12:00:00Z')
    const { generate } = await deal(12.5)
    await generate(MARCH)
    await generate(APRIL)
    const drafts = [await generate(MARCH), await generate(APRIL)]
    expect(drafts.flatMap((draft) => amountsOf(draft, 'proration'))).toEqual([12.5])
  })

  test('is billed again after its invoice was voided', async () => {
    now = new Date('2026-04-20T12:00:00Z')
    const { generate } = await deal(12.5)
    await voidInvoice(t.api, await sendInvoice(t.api, await generate(MARCH)))
    expect(amountsOf(await sendInvoice(t.api, await generate(MARCH)), 'proration')).toEqual([12.5])
    expect(amountsOf(await generate(APRIL), 'proration')).toEqual([])
  })

  test('set again is billed again, on the next invoice only', async () => {
    now = new Date('2026-04-20T12:00:00Z')
    const { generate, subscriptionId } = await deal(12.5)
    await sendInvoice(t.api, await generate(MARCH))
    const url = `/v1/subscriptions/${subscriptionId}`
    expect((await t.api.patch(url, { proratedAmount: 7 })).status).toBe(200)
    expect(amountsOf(await generate(APRIL), 'proration')).toEqual([7])
  })

  test('reads null once an invoice has billed it, and comes back when that one is voided', async () => {
    const { generate, subscriptionId } = await deal(12.5)
    const url = `/v1/subscriptions/${subscriptionId}`
    const shown = async () => {
      const list = (await t.api.get(`/v1/subscriptions?search=&limit=100`)).body.results
      const listed = list.find(({ id }: { id: string }) => id === subscriptionId)
      const { body } = await t.api.get(url)
      expect(listed.proratedAmount).toBe(body.proratedAmount)
      return body.proratedAmount
    }
    const draft = await generate()
    expect(await shown()).toBe(12.5)
    const march = await sendInvoice(t.api, draft)
    expect(await shown()).toBeNull()
    // Another change does not move the billed dates.
    expect((await t.api.patch(url, { seatsCount: 2 })).status).toBe(200)
    await voidInvoice(t.api, march)
    expect(await shown()).toBe(12.5)
  })

  test('set to the same amount again is another adjustment, and is in the history', async () => {
    now = new Date('2026-04-20T12:00:00Z')
    const { generate, subscriptionId } = await deal(12.5)
    const url = `/v1/subscriptions/${subscriptionId}`
    await sendInvoice(t.api, await generate(MARCH))
    const { status, body } = await t.api.patch(url, { proratedAmount: 12.5 })
    expect([status, body.proratedAmount]).toEqual([200, 12.5])
    const [latest] = (await t.api.get(`${url}/changelog`)).body.results
    expect(latest.changes).toEqual([{ field: 'proratedAmount', from: null, to: 12.5 }])
    expect(amountsOf(await sendInvoice(t.api, await generate(APRIL)), 'proration')).toEqual([12.5])
    expect((await t.api.get(url)).body.proratedAmount).toBeNull()
  })

  test('set twice before it is billed keeps only the last one, and null removes it', async () => {
    const { generate, subscriptionId } = await deal(12.5)
    const url = `/v1/subscriptions/${subscriptionId}`
    await generate()
    await t.api.patch(url, { proratedAmount: 3 })
    expect(amountsOf(await generate(), 'proration')).toEqual([3])
    await t.api.patch(url, { proratedAmount: null })
    expect(amountsOf(await generate(), 'proration')).toEqual([])
  })

  test('is not used up by a preview', async () => {
    const { ids, generate } = await deal(12.5)
    await must(t.api.post('/v1/invoices/preview', ids))
    expect(amountsOf(await generate(), 'proration')).toEqual([12.5])
    expect((await t.api.post(GENERATE, ids)).status).toBe(201)
  })
})
