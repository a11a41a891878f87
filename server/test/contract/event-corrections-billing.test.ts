import { describe, expect, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { closeSums } from '../../src/features/usage/closed-sums/close-sums.ts'
import { must } from '../support/app.ts'
import { type Deal, flatPrice, givenDeal, SINCE_JANUARY, tiered } from '../support/deal.ts'
import { exact, sum } from '../support/exact.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { INVOICES, lineTable, month, readInvoice, sendInvoice } from '../support/invoice.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let at = new Date('2026-04-10T12:00:00Z')
const t = useTestApp({ now: () => at, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

const JANUARY = month('2026-01-01', '2026-02-01')
const FEBRUARY = month('2026-02-01', '2026-03-01')
const MARCH = month('2026-03-01', '2026-04-01')
const IN_JANUARY = '2026-01-10T08:07:00Z'

const givenTickets = (price: Fields = flatPrice('ticket', 1), fields: Fields = {}) =>
  givenDeal(api, { prices: [price], subscription: { ...SINCE_JANUARY, ...fields } })
const voidIt = (id: string) => must(api.post(`/v1/events/${id}/void`, {}))
const amend = (id: string, sent: Fields) => must(api.post(`/v1/events/${id}/amend`, sent))
const isBalanced = async () =>
  (
    await must(api.get('/v1/analytics/reconciliation?startDate=2025-12-01&endDate=2026-04-30'))
  ).checks.flatMap(({ differences }: { differences: unknown[] }) => differences)

/** Records usage of January and sends its invoice. */
async function givenInvoiced(deal: Deal, ...quantities: number[]): Promise<string[]> {
  const ids: string[] = []
  for (const quantity of quantities) {
    ids.push((await deal.use('ticket', quantity, IN_JANUARY)).eventId)
  }
  await sendInvoice(api, await deal.generate(JANUARY))
  return ids
}

describe('before its invoice is final', () => {
  test('a correction changes what the preview shows, and the draft when it is sent', async () => {
    const deal = await givenTickets()
    const { eventId: mistaken } = await deal.use('ticket', 10, IN_JANUARY)
    const { eventId } = await deal.use('ticket', 4, IN_JANUARY)
    const draft = await deal.generate(JANUARY)
    expect(lineTable(draft)).toEqual([['usage', 14, 14]])
    await voidIt(mistaken)
    await amend(eventId, { quantity: 5 })
    expect(lineTable((await deal.preview(FEBRUARY)).body)).toEqual([['usage', 0, 0]])
    const sent = await sendInvoice(api, draft)
    expect(lineTable(sent)).toEqual([['usage', 5, 5]])
    expect(sent.totalCost).toBe(0.0415)
    expect(await isBalanced()).toEqual([])
  })

  test('an invoice of nothing but voided usage has no amount and no cost', async () => {
    const deal = await givenTickets()
    await voidIt((await deal.use('ticket', 10, IN_JANUARY)).eventId)
    const invoice = await deal.generate(JANUARY)
    expect([lineTable(invoice), invoice.totalCost]).toEqual([[['usage', 0, 0]], 0])
  })
})

/** The price, the corrections of 120 and 30 tickets, and the line that settles them. */
const PRICES: [string, Fields, number, number][] = [
  ['a flat price', flatPrice('ticket', 0.5), -60, 0.5 * -60],
  // 150 × graduated: 10 + 2.5; 90: 9.
  ['graduated tiers', tiered('ticket', 'graduated'), -60, 9 - 12.5],
  // All 150 at 0.05; all 90 at 0.1.
  ['volume tiers', tiered('ticket', 'volume'), -60, 9 - 7.5],
  [
    'a pool',
    tiered('ticket', 'credit_pool', [
      { lower: 0, upper: 100, rate: 20 },
      { lower: 100, upper: null, rate: 0.3 },
    ]),
    -60,
    -15,
  ],
]

describe('after its invoice is final', () => {
  test.each(PRICES)('the next one settles it: %s', async (_, price, quantity, amount) => {
    const deal = await givenTickets(price)
    const [large = '', small = ''] = await givenInvoiced(deal, 120, 30)
    await voidIt(small)
    await amend(large, { quantity: 90 })
    const next = await deal.generate(FEBRUARY)
    expect(lineTable(next)).toEqual([
      ['usage', 0, expect.any(Number)],
      ['late_usage', quantity, amount],
    ])
    await sendInvoice(api, next)
    expect(lineTable(await deal.generate(MARCH)).filter(([type]) => type === 'late_usage')).toEqual(
      [],
    )
    expect(await isBalanced()).toEqual([])
  })

  test('its cost leaves the invoice that settles it, and the final one stays as it was', async () => {
    const deal = await givenTickets()
    const [id = ''] = await givenInvoiced(deal, 1000, 1)
    const list = async () => (await api.get(`${INVOICES}?customerId=${deal.customerId}`)).body.data
    const [{ id: invoiceId }] = await list()
    const before = await readInvoice(api, invoiceId)
    await voidIt(id)
    expect(await readInvoice(api, invoiceId)).toEqual(before)
    const next = await deal.generate(FEBRUARY)
    expect(next.totalCost).toBe(-8.3)
    expect(next.lineItems.find(({ type }) => type === 'late_usage')).toMatchObject({
      quantity: -1000,
      amount: -1000,
      cost: -8.3,
      eventCount: 0,
    })
  })

  test('a correction of the cost alone is a cost of the next invoice, and nothing to pay', async () => {
    const deal = await givenTickets()
    const [id = ''] = await givenInvoiced(deal, 10)
    await amend(id, { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1_000_000 })
    const next = await deal.generate(FEBRUARY)
    expect([next.total, next.totalCost]).toEqual([0, 2.417])
    expect(await isBalanced()).toEqual([])
  })

  test('a coupon of its period is given back with it', async () => {
    const deal = await givenTickets()
    const coupon = await must(
      api.post('/v1/coupons', { name: 'Tenth', percentOff: 10, duration: 'once' }),
    )
    const gift = { couponId: coupon.id, subscriptionId: deal.subscriptionId }
    await must(api.post('/v1/discounts', gift))
    const [id = ''] = await givenInvoiced(deal, 30, 70)
    await voidIt(id)
    const next = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect(lineTable(next)).toEqual([
      ['usage', 0, 0],
      ['late_usage', -30, -30],
    ])
    expect(next.discountTotal).toBe(-3)
    expect(await isBalanced()).toEqual([])
  })

  test('after the end of the subscription, the month end settles it as credit', async () => {
    at = new Date('2026-01-05T00:00:00Z')
    const deal = await givenTickets(flatPrice('ticket', 1), { endDate: '2026-01-20' })
    const { eventId } = await deal.use('ticket', 10, IN_JANUARY)
    const run = async (time: string) => {
      at = new Date(time)
      await runBilling(t.dependencies, { now: at, only: organization.id })
    }
    for (const time of ['2026-01-21', '2026-01-22', '2026-01-23']) await run(`${time}T00:00:01Z`)
    await voidIt(eventId)
    for (const time of ['2026-02-01', '2026-02-02', '2026-02-03']) await run(`${time}T00:00:01Z`)
    const { data } = (await api.get(`${INVOICES}?customerId=${deal.customerId}`)).body
    const final = await readInvoice(api, data[0].id)
    expect(lineTable(final)).toEqual([['late_usage', -10, -10]])
    expect([final.subtotal, final.creditTotal, final.total]).toEqual([-10, -10, 0])
    const { body: customer } = await api.get(`/v1/customers/${deal.customerId}`)
    expect(customer.creditBalances).toEqual([{ currency: 'USD', amount: 10 }])
    at = new Date('2026-04-10T12:00:00Z')
    expect(await isBalanced()).toEqual([])
  })

  test('while it is being sent, a correction is in it or on the next one', async () => {
    const deal = await givenTickets()
    const ids: string[] = []
    for (let index = 0; index < 10; index += 1) {
      ids.push((await deal.use('ticket', 10, IN_JANUARY)).eventId)
    }
    const draft = await deal.generate(JANUARY)
    const [sent] = await Promise.all([
      sendInvoice(api, draft),
      ...ids.map((id, index) => (index % 2 ? voidIt(id) : amend(id, { quantity: 3 }))),
    ])
    const next = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect(sum([sent.subtotal, next.subtotal])).toBe(exact(15))
    expect(await isBalanced()).toEqual([])
  })
})

test('a correction in a closed month opens its sums, and all figures follow', async () => {
  const deal = await givenTickets()
  const ids: string[] = []
  for (const quantity of times(20, (index) => index + 1)) {
    ids.push((await deal.use('ticket', quantity, IN_JANUARY)).eventId)
  }
  const close = () =>
    closeSums(
      { db: t.database.db, log: t.dependencies.log, saving: { rows: 0, events: 0 } },
      new Date('2026-04-10T12:00:00Z'),
    )
  const figures = async () => {
    const query = `startDate=2026-01-01&endDate=2026-03-31&customerId=${deal.customerId}`
    const revenue = await must(api.get(`/v1/analytics/revenue?${query}`))
    const cost = await must(api.get(`/v1/analytics/cost?${query}`))
    return [revenue.accruedRevenue ?? revenue.totalRevenue, cost.totalCost]
  }
  await close()
  const before = await figures()
  for (const id of ids.slice(10)) await voidIt(id)
  const after = await figures()
  expect(after).not.toEqual(before)
  await close()
  expect(await figures()).toEqual(after)
  expect(await isBalanced()).toEqual([])
})
