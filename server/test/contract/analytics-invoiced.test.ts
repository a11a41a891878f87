import { beforeEach, describe, expect, test } from 'vitest'
import { type Api, createApi, createTestOrganization, must } from '../support/app.ts'
import { type Deal, FEE, flatPrice, givenDeal, SINCE_JANUARY, tiered } from '../support/deal.ts'
import { type Fields, givenCustomer, givenSubscription } from '../support/given.ts'
import { MARCH, month, payInvoice, sendInvoice, voidInvoice } from '../support/invoice.ts'
import { recordOne, sms } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const MID_MAY = new Date('2026-05-15T12:00:00Z')
let now = MID_MAY
const t = useTestApp({ now: () => now })

const JANUARY = month('2026-01-01', '2026-02-01')
const FEBRUARY = month('2026-02-01', '2026-03-01')
const TICKETS = flatPrice('ticket', 1)

beforeEach(() => {
  now = MID_MAY
})

type Figures = { revenue: number; invoiced: number; notInvoiced: number }

/** Returns a customer's revenue in a range of 2026 dates such as `01-15`. */
async function figuresOf({ customerId }: { customerId: string }, from: string, to: string) {
  const dates = `startDate=2026-${from}&endDate=2026-${to}`
  const answer = await must(t.api.get(`/v1/customers/${customerId}/revenue?${dates}`))
  const { revenue, invoiced, notInvoiced }: Figures = answer
  return [revenue, invoiced, notInvoiced]
}

const inJanuary = (deal: { customerId: string }) => figuresOf(deal, '01-01', '01-31')

const bill = async (deal: Deal, window: Fields) => sendInvoice(t.api, await deal.generate(window))

describe('of revenue, invoiced is what final invoices billed', () => {
  const tiers = [
    { lower: 0, upper: 50, rate: 1 },
    { lower: 50, upper: null, rate: 2 },
  ]
  test.each([
    ['flat', flatPrice('ticket', 2), 40, 60],
    ['graduated', tiered('ticket', 'graduated', tiers), 20, 30],
    ['graduated into the next tier', tiered('ticket', 'graduated', tiers), 40, 60],
    ['volume', tiered('ticket', 'volume', tiers), 40, 120],
    ['pool', tiered('ticket', 'credit_pool', tiers), 60, 90],
  ])('late usage is on no invoice until one bills it: %s', async (_, price, units) => {
    const deal = await givenDeal(t.api, { prices: [price, FEE], subscription: SINCE_JANUARY })
    await deal.use('ticket', units, '2026-01-10T10:00:00Z')
    const january = await bill(deal, JANUARY)
    expect(await inJanuary(deal)).toEqual([january.total, january.total, 0])
    await deal.use('ticket', units / 2, '2026-01-20T10:00:00Z')
    const [revenue = 0] = await inJanuary(deal)
    expect(revenue).toBeGreaterThanOrEqual(january.total)
    expect(await inJanuary(deal)).toEqual([revenue, january.total, revenue - january.total])
    await bill(deal, FEBRUARY)
    expect(await inJanuary(deal)).toEqual([revenue, revenue, 0])
  })

  test('rejected units are deducted by the invoice that credits them', async () => {
    const deal = await givenDeal(t.api, { prices: [TICKETS], subscription: SINCE_JANUARY })
    const { eventId } = await deal.use('ticket', 60, '2026-01-10T10:00:00Z')
    await bill(deal, JANUARY)
    const url = `/v1/events/${eventId}/rejection`
    await must(t.api.post(url, { reason: 'Reopened', quantity: 10 }))
    expect(await inJanuary(deal)).toEqual([50, 60, -10])
    await bill(deal, FEBRUARY)
    expect(await inJanuary(deal)).toEqual([50, 50, 0])
    await must(t.api.post(`${url}/withdraw`, {}))
    await must(t.api.post(url, { reason: 'Reopened', quantity: 60 }))
    expect(await inJanuary(deal)).toEqual([0, 50, -50])
    expect(await figuresOf(deal, '01-01', '01-30')).toEqual([0, 0, 0])
    await bill(deal, MARCH)
    expect(await inJanuary(deal)).toEqual([0, 0, 0])
  })

  test('late usage of a line without usage is not invoiced', async () => {
    const deal = await givenDeal(t.api, { prices: [TICKETS], subscription: SINCE_JANUARY })
    await bill(deal, JANUARY)
    await deal.use('ticket', 7, '2026-01-10T10:00:00Z')
    expect(await inJanuary(deal)).toEqual([7, 0, 7])
    expect(await figuresOf(deal, '01-01', '01-09')).toEqual([0, 0, 0])
    expect(await figuresOf(deal, '01-10', '01-10')).toEqual([7, 0, 7])
  })

  test('late usage on a final invoice counts as invoiced', async () => {
    const subscription = { ...SINCE_JANUARY, endDate: '2026-01-31' }
    const deal = await givenDeal(t.api, { prices: [TICKETS], subscription })
    await deal.use('ticket', 60, '2026-01-10T10:00:00Z')
    await bill(deal, {})
    await deal.use('ticket', 5, '2026-01-11T10:00:00Z')
    expect(await inJanuary(deal)).toEqual([65, 60, 5])
    const last = await deal.generate()
    expect(await inJanuary(deal)).toEqual([65, 60, 5])
    await sendInvoice(t.api, last)
    expect(await inJanuary(deal)).toEqual([65, 65, 0])
    await voidInvoice(t.api, last)
    expect(await inJanuary(deal)).toEqual([65, 60, 5])
  })

  test('a void invoice has invoiced nothing, its replacement all that it bills', async () => {
    const deal = await givenDeal(t.api, { prices: [TICKETS, FEE], subscription: SINCE_JANUARY })
    await deal.use('ticket', 60, '2026-01-10T10:00:00Z')
    const first = await bill(deal, JANUARY)
    await deal.use('ticket', 30, '2026-01-20T10:00:00Z')
    expect(await inJanuary(deal)).toEqual([139, 109, 30])
    await voidInvoice(t.api, first)
    expect(await inJanuary(deal)).toEqual([139, 0, 139])
    const again = await bill(deal, JANUARY)
    expect(again.total).toBe(139)
    expect(await inJanuary(deal)).toEqual([139, 139, 0])
    const paid = await payInvoice(t.api, again, 139)
    const refund = `/v1/invoices/${again.id}/payments/${paid.payments[0]?.id}/refund`
    await must(t.api.post(refund, { amount: 139 }))
    expect(await inJanuary(deal)).toEqual([139, 139, 0])
  })

  test('late usage in one part of a period is not invoiced in the parts whose tiers it moves', async () => {
    const deal = await givenDeal(t.api, {
      prices: [tiered('ticket', 'graduated', tiers)],
      subscription: SINCE_JANUARY,
    })
    await deal.use('ticket', 40, '2026-01-05T10:00:00Z')
    await deal.use('ticket', 10, '2026-01-25T10:00:00Z')
    await bill(deal, month('2026-01-01', '2026-01-16'))
    await bill(deal, month('2026-01-16', '2026-02-01'))
    await deal.use('ticket', 10, '2026-01-06T10:00:00Z')
    expect(await figuresOf(deal, '01-01', '01-15')).toEqual([50, 40, 10])
    expect(await figuresOf(deal, '01-16', '01-31')).toEqual([20, 10, 10])
    expect(await inJanuary(deal)).toEqual([70, 50, 20])
    await bill(deal, FEBRUARY)
    expect(await inJanuary(deal)).toEqual([70, 70, 0])
  })
})

describe('windows that cut an invoiced range', () => {
  test('get the billed amount in proportion to their share of its earnings, and add up', async () => {
    const deal = await givenDeal(t.api, {
      prices: [flatPrice('ticket', '0.333')],
      subscription: SINCE_JANUARY,
    })
    await deal.use('ticket', 60, '2026-01-10T10:00:00Z')
    const january = await bill(deal, JANUARY)
    expect(january.total).toBe(19.98)
    await deal.use('ticket', 30, '2026-01-20T10:00:00Z')
    await deal.use('ticket', 10, '2026-02-03T10:00:00Z')
    expect(await inJanuary(deal)).toEqual([29.97, 19.98, 9.99])
    expect(await figuresOf(deal, '01-01', '01-15')).toEqual([19.98, 13.32, 6.66])
    expect(await figuresOf(deal, '01-16', '01-31')).toEqual([9.99, 6.66, 3.33])
    expect(await figuresOf(deal, '01-20', '02-10')).toEqual([13.32, 6.66, 6.66])
    const days = Array.from({ length: 31 }, (_, day) => String(day + 1).padStart(2, '0'))
    const daily = await Promise.all(days.map((day) => figuresOf(deal, `01-${day}`, `01-${day}`)))
    const sumOf = (at: number) => daily.reduce((sum, figures) => sum + (figures[at] ?? 0), 0)
    expect(sumOf(1)).toBeCloseTo(19.98, 8)
    expect(sumOf(2)).toBeCloseTo(9.99, 8)
    for (const [revenue = 0, invoiced = 0] of daily) {
      expect(invoiced).toBeGreaterThanOrEqual(0)
      expect(invoiced).toBeLessThanOrEqual(revenue)
    }
  })

  test('are invoiced in full without late usage, with the fee of a pool on its first day', async () => {
    const pool = [
      { lower: 0, upper: 5, rate: 30 },
      { lower: 5, upper: null, rate: 2 },
    ]
    const prices = [tiered('ticket', 'credit_pool', pool)]
    const deal = await givenDeal(t.api, { prices, subscription: SINCE_JANUARY })
    await deal.use('ticket', 10, '2026-01-10T10:00:00Z')
    await bill(deal, JANUARY)
    expect(await figuresOf(deal, '01-01', '01-09')).toEqual([30, 30, 0])
    expect(await figuresOf(deal, '01-10', '01-15')).toEqual([10, 10, 0])
    await deal.use('ticket', 5, '2026-01-12T10:00:00Z')
    expect(await figuresOf(deal, '01-01', '01-09')).toEqual([30, 30, 0])
    expect(await figuresOf(deal, '01-10', '01-10')).toEqual([10, 5, 5])
    expect(await figuresOf(deal, '01-10', '01-15')).toEqual([20, 10, 10])
  })

  test('equal profitability, at one price', async () => {
    const deal = await givenDeal(t.api, { prices: [TICKETS, FEE], subscription: SINCE_JANUARY })
    await deal.use('ticket', 60, '2026-01-10T10:00:00Z')
    await bill(deal, JANUARY)
    await deal.use('ticket', 20, '2026-01-20T10:00:00Z')
    for (const [from, to] of [
      ['01-01', '01-31'],
      ['01-05', '01-15'],
      ['01-15', '02-15'],
    ] as const) {
      const dates = `startDate=2026-${from}&endDate=2026-${to}&customerId=${deal.customerId}`
      const { totals } = await must(t.api.get(`/v1/analytics/profitability?${dates}`))
      const [revenue, invoiced] = await figuresOf(deal, from, to)
      expect(totals, dates).toMatchObject([{ revenue, invoiced }])
    }
  })
})

/** Creates a new organization and returns its January figures as of a cut-off. */
async function givenBooks() {
  const { secretKey } = await createTestOrganization(t.dependencies)
  const api = createApi(t.app, secretKey)
  const dates = 'startDate=2026-01-01&endDate=2026-01-31'
  const closed = async (cutOff: string, query = '') =>
    (await must(api.get(`/v1/analytics/month-end?${dates}&cutOff=${cutOff}${query}`))).revenue
  return { api, closed }
}

const USD = (revenue: number, invoiced: number) => [
  { currency: 'USD', revenue, invoiced, notInvoiced: revenue - invoiced, deferred: 0 },
]

describe('the revenue of a closed month', () => {
  test('counts late usage as invoiced from the day on which its invoice became final', async () => {
    now = new Date('2026-02-03T12:00:00Z')
    const { api, closed } = await givenBooks()
    const deal = await givenDeal(api, { prices: [TICKETS], subscription: SINCE_JANUARY })
    await deal.use('ticket', 60, '2026-01-10T10:00:00Z')
    await sendInvoice(api, await deal.generate(JANUARY))
    await deal.use('ticket', 30, '2026-01-20T10:00:00Z')
    now = new Date('2026-03-04T12:00:00Z')
    const february = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect(february.total).toBe(30)
    const expectClosed = async () => {
      expect(await closed('2026-01-31')).toEqual(USD(90, 0))
      expect(await closed('2026-02-28')).toEqual(USD(90, 60))
    }
    await expectClosed()
    expect(await closed('2026-03-31')).toEqual(USD(90, 90))
    now = new Date('2026-04-04T12:00:00Z')
    await voidInvoice(api, february)
    await expectClosed()
    expect(await closed('2026-03-31')).toEqual(USD(90, 90))
    expect(await closed('2026-04-30')).toEqual(USD(90, 60))
    expect(await closed('2026-02-28', `&customerId=${deal.customerId}`)).toEqual(USD(90, 60))
  })

  test('of many identical subscriptions equals the sum of each, whatever usage came late', async () => {
    now = new Date('2026-02-03T12:00:00Z')
    const { api, closed } = await givenBooks()
    const prices = [
      flatPrice('call', '0.333'),
      tiered('ticket', 'credit_pool', [
        { lower: 0, upper: 5, rate: 30 },
        { lower: 5, upper: null, rate: '2.005' },
      ]),
    ]
    const first = await givenDeal(api, { prices, subscription: SINCE_JANUARY })
    const all = [first, await anotherLike(api, first), await anotherLike(api, first)]
    all.push(await anotherLike(api, first), await anotherLike(api, first))
    const [one, two, three, four] = all
    await two?.use('call', 7, '2026-01-05T10:00:00Z')
    await three?.use('call', 7, '2026-01-05T10:00:00Z')
    await two?.use('ticket', 9, '2026-01-05T10:00:00Z')
    for (const { ids } of all) {
      const draft = await must(api.post('/v1/invoices/generate', { ...ids, ...JANUARY }))
      await sendInvoice(api, draft)
    }
    await one?.use('ticket', 8, '2026-01-20T10:00:00Z')
    await two?.use('call', 2, '2026-01-20T10:00:00Z')
    await four?.use('call', 3, '2026-01-02T10:00:00Z')
    const expectAlike = async (cutOff: string) => {
      const apart = await Promise.all(
        all.map(({ customerId }) => closed(cutOff, `&customerId=${customerId}`)),
      )
      const [sums] = await closed(cutOff)
      const sumOf = (read: (figures: Figures) => number) =>
        apart.reduce((sum, [figures]) => sum + read(figures), 0)
      expect(sums.revenue).toBeCloseTo(
        sumOf((figures) => figures.revenue),
        8,
      )
      expect(sums.invoiced).toBeCloseTo(
        sumOf((figures) => figures.invoiced),
        8,
      )
      return [sums.revenue, sums.invoiced]
    }
    // 5 pools, 4 units over one; and 2.33 twice. Late: 3 units over a pool, 0.67 and 1.
    expect(await expectAlike('2026-02-28')).toEqual([170.37, 162.68])
    expect(await expectAlike('2026-01-31')).toEqual([170.37, 0])
    now = new Date('2026-03-04T12:00:00Z')
    if (!two) throw new Error('there are five')
    const { ids } = two
    await sendInvoice(api, await must(api.post('/v1/invoices/generate', { ...ids, ...FEBRUARY })))
    expect(await expectAlike('2026-02-28')).toEqual([170.37, 162.68])
    expect(await expectAlike('2026-03-31')).toEqual([170.37, 163.35])
  })
})

/** Creates another customer with identical terms and usage. */
async function anotherLike(api: Api, { planId, agentId, agentCode }: Deal) {
  const externalId = `like-${crypto.randomUUID()}`
  const { id: customerId } = await givenCustomer(api, { externalId, email: 'a@x.test' })
  const terms = { customerId, planId, agentId, ...SINCE_JANUARY }
  const { id: subscriptionId } = await givenSubscription(api, terms)
  const use = (signalName: string, quantity: number, usageDate: string) => {
    const work = { customerExternalId: externalId, agentCode, signalName }
    return recordOne(api, sms({ ...work, quantity, usageDate }))
  }
  return { customerId, ids: { customerId, subscriptionId }, use }
}
