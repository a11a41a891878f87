import { describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { FEE, givenDeal, SINCE_JANUARY, TICKETS } from '../support/deal.ts'
import { givenCustomer } from '../support/given.ts'
import { insertInvoice } from '../support/given-invoice.ts'
import { month, payInvoice, sendInvoice } from '../support/invoice.ts'
import { GPT_4O } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date('2026-02-10T12:00:00Z')
const t = useTestApp({ now: () => now })

const FEBRUARY_DAYS = 'startDate=2026-02-01&endDate=2026-02-28'
const figures = (query: string) =>
  must(t.api.get(`/v1/analytics/customers?${FEBRUARY_DAYS}&${query}`))
const of = (...ids: string[]) => ids.map((id) => `customerId=${id}`).join('&')

const givenWork = async (tickets: number) => {
  const deal = await givenDeal(t.api, { prices: [FEE, TICKETS], subscription: SINCE_JANUARY })
  await deal.use('ticket', tickets, '2026-02-05T10:00:00Z', GPT_4O)
  return deal
}

describe('the figures of customers', () => {
  test('equal those of each customer, for the named customers only', async () => {
    const [one, two] = [await givenWork(3), await givenWork(40)]
    await givenWork(500)
    const { results, totalResults } = await figures(of(one.customerId, two.customerId))
    expect(totalResults).toBe(2)
    for (const { customerId } of [one, two]) {
      const alone = await must(
        t.api.get(`/v1/customers/${customerId}/revenue?startDate=2026-02-01&endDate=2026-02-28`),
      )
      const { revenue, cost, margin, marginPercent, currency, uncostedEvents } = alone
      expect(revenue).toBeGreaterThan(49)
      const found = results.find((row: { customerId: string }) => row.customerId === customerId)
      expect(found).toMatchObject({
        eventCount: 1,
        ...{ revenue, cost, margin, marginPercent, currency, uncostedEvents },
      })
    }
  })

  test('of one that did nothing and owes nothing are zeros', async () => {
    const { id } = await givenCustomer(t.api)
    expect((await figures(of(id))).results).toEqual([
      {
        customerId: id,
        customerExternalId: null,
        customerName: 'Acme',
        eventCount: 0,
        currency: 'USD',
        revenue: 0,
        cost: 0,
        uncostedEvents: 0,
        unpriced: { quantity: 0, eventCount: 0, cost: 0 },
        margin: 0,
        marginPercent: null,
        marginNote: null,
        byCurrency: [],
        openBalances: [],
      },
    ])
  })

  test('in two currencies stand side by side', async () => {
    const { customerId, ...deal } = await givenWork(1)
    const euro = { plan: { currency: 'EUR' }, prices: [{ ...FEE, rate: 7 }] }
    const other = await givenDeal(t.api, {
      ...euro,
      subscription: { ...SINCE_JANUARY, customerId },
    })
    const time = { periodStart: '2026-01-01Z', periodEnd: '2026-02-01Z' }
    const row = { customerId, ...time }
    await insertInvoice(t, { ...row, subscriptionId: deal.subscriptionId, total: '49.00' })
    await insertInvoice(t, {
      ...row,
      subscriptionId: other.subscriptionId,
      currency: 'EUR',
      total: '7.50',
      status: 'overdue',
    })
    const [found] = (await figures(of(customerId))).results
    expect(found).toMatchObject({ currency: null, revenue: null, margin: null })
    expect(found.marginNote).toContain('several currencies')
    expect(found.byCurrency.map((one: { currency: string }) => one.currency)).toEqual([
      'EUR',
      'USD',
    ])
    expect(found.openBalances).toEqual([
      { currency: 'EUR', amount: 7.5, overdue: 7.5 },
      { currency: 'USD', amount: 49, overdue: 0 },
    ])
  })

  test('show the current open amounts, without drafts and paid invoices', async () => {
    const { customerId, generate } = await givenDeal(t.api, {
      prices: [FEE],
      subscription: SINCE_JANUARY,
    })
    const open = async () => (await figures(of(customerId))).results[0].openBalances
    const draft = await generate(month('2026-01-01', '2026-02-01'))
    expect(await open()).toEqual([])
    const invoice = await sendInvoice(t.api, draft)
    expect(await open()).toEqual([{ currency: 'USD', amount: 49, overdue: 0 }])
    await payInvoice(t.api, invoice, 40)
    expect(await open()).toEqual([{ currency: 'USD', amount: 9, overdue: 0 }])
    await payInvoice(t.api, invoice, 9)
    expect(await open()).toEqual([])
  })

  test('are paged, latest created first, without deleted customers', async () => {
    now = new Date('2026-02-11T12:00:00Z')
    const { id: older } = await givenCustomer(t.api)
    now = new Date('2026-02-12T12:00:00Z')
    const { id: newer } = await givenCustomer(t.api)
    const { id: deleted } = await givenCustomer(t.api)
    expect((await t.api.delete(`/v1/customers/${deleted}`)).status).toBe(204)
    const pages = await Promise.all([1, 2].map((page) => figures(`limit=1&page=${page}`)))
    expect(pages.map(({ results }) => results[0].customerId)).toEqual([newer, older])
    expect((await figures(of(deleted))).results).toEqual([])
  })
})
