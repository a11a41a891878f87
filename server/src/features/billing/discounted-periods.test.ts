import { describe, expect, test } from 'vitest'
import { type Deal, givenDeal, SINCE_JANUARY, tiered } from '../../../test/support/deal.ts'
import { type Fields, givenCoupon, givenDiscount } from '../../../test/support/given.ts'
import { readInvoice, sendInvoice } from '../../../test/support/invoice.ts'
import { useTestApp } from '../../../test/support/use-app.ts'

const JANUARY = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
const FEBRUARY = { billingPeriodStart: '2026-02-01', billingPeriodEnd: '2026-03-01' }
const FIRST_HALF = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-01-16' }
const SECOND_HALF = { billingPeriodStart: '2026-01-16', billingPeriodEnd: '2026-02-01' }

const t = useTestApp({ now: () => new Date('2026-03-10T12:00:00Z') })
const { api } = t

const VOLUME = tiered('ticket', 'volume', [
  { lower: 0, upper: 100, rate: 1 },
  { lower: 100, upper: null, rate: '0.1' },
])

async function givenDiscounted(coupon: Fields) {
  const deal = await givenDeal(api, { prices: [VOLUME], subscription: SINCE_JANUARY })
  const { id: couponId } = await givenCoupon(api, coupon)
  const discount = await givenDiscount(api, { couponId, customerId: deal.customerId })
  return { deal, discount }
}

const PERCENT = (percentOff: number, duration = 'forever') => ({ percentOff, duration })
const FIXED = { percentOff: null, amountOff: 30, currency: 'USD', duration: 'forever' }

async function billed(deal: Deal, window: Fields) {
  const { id } = await sendInvoice(api, await deal.generate(window))
  return readInvoice(api, id)
}

const figures = ({ subtotal, discountTotal, total }: Fields) => [subtotal, discountTotal, total]

const creditOf = async ({ customerId }: Deal) =>
  (await api.get(`/v1/customers/${customerId}`)).body.creditBalances

async function discountCheck(query = '') {
  const { body } = await api.get(`/v1/analytics/reconciliation${query}`)
  return body.checks.find(({ name }: Fields) => name === 'discounts_equal_periods')
}

const expectBooksToAgree = async () => expect((await discountCheck()).differences).toEqual([])

describe('a correction below zero', () => {
  test.each<[string, Fields, number, number[], Fields[]]>([
    ['10 %', PERCENT(10), 90, [-85, -8.5, 0], [{ currency: 'USD', amount: 76.5 }]],
    ['100 %', PERCENT(100), 0, [-85, -85, 0], []],
    ['100 %, once', PERCENT(100, 'once'), 0, [-85, -85, 0], []],
    ['a fixed amount', FIXED, 70, [-85, -15, 0], [{ currency: 'USD', amount: 70 }]],
  ])('takes back its share of a coupon of %s', async (_, coupon, total, correction, credit) => {
    const { deal } = await givenDiscounted(coupon)
    await deal.use('ticket', 100, '2026-01-10T00:00:00Z')
    expect((await billed(deal, JANUARY)).total).toBe(total)
    await deal.use('ticket', 50, '2026-01-20T00:00:00Z')
    expect(figures(await billed(deal, FEBRUARY))).toEqual(correction)
    expect(await creditOf(deal)).toEqual(credit)
    await expectBooksToAgree()
  })
})

describe('late usage', () => {
  test('has the coupon of its period after the coupon has ended', async () => {
    const { deal, discount } = await givenDiscounted(PERCENT(10))
    await deal.use('ticket', 10, '2026-01-10T00:00:00Z')
    await billed(deal, JANUARY)
    expect((await api.delete(`/v1/discounts/${discount.id}`)).status).toBe(204)
    await deal.use('ticket', 20, '2026-01-20T00:00:00Z')
    await deal.use('ticket', 5, '2026-02-20T00:00:00Z')
    expect(figures(await billed(deal, FEBRUARY))).toEqual([25, 2, 23])
    await expectBooksToAgree()
  })

  test('has no coupon that was applied after its period was billed', async () => {
    const deal = await givenDeal(api, { prices: [VOLUME], subscription: SINCE_JANUARY })
    await deal.use('ticket', 10, '2026-01-10T00:00:00Z')
    await billed(deal, JANUARY)
    const { id: couponId } = await givenCoupon(api, PERCENT(10))
    await givenDiscount(api, { couponId, customerId: deal.customerId })
    await deal.use('ticket', 20, '2026-01-20T00:00:00Z')
    await deal.use('ticket', 30, '2026-02-20T00:00:00Z')
    expect(figures(await billed(deal, FEBRUARY))).toEqual([50, 3, 47])
    await expectBooksToAgree()
  })

  test('of a period without usage has the coupon that was in force when it was billed', async () => {
    const { deal, discount } = await givenDiscounted(PERCENT(10))
    expect((await billed(deal, JANUARY)).discounts).toEqual([])
    expect((await api.get(`/v1/discounts/${discount.id}`)).body.periodsUsed).toBe(0)
    await deal.use('ticket', 20, '2026-01-20T00:00:00Z')
    expect(figures(await billed(deal, FEBRUARY))).toEqual([20, 2, 18])
    expect((await api.get(`/v1/discounts/${discount.id}`)).body.periodsUsed).toBe(1)
    await expectBooksToAgree()
  })
})

describe('parts of a period', () => {
  test('share the discount of the whole period, and the second draft follows the first', async () => {
    const { deal } = await givenDiscounted(FIXED)
    await deal.use('ticket', 20, '2026-01-10T00:00:00Z')
    await deal.use('ticket', 40, '2026-01-20T00:00:00Z')
    const first = await deal.generate(FIRST_HALF)
    const second = await deal.generate(SECOND_HALF)
    // A draft uses up no discount, so each draft shows the full discount.
    expect([figures(first), figures(second)]).toEqual([
      [20, 20, 0],
      [40, 30, 10],
    ])
    await sendInvoice(api, first)
    expect(figures(await readInvoice(api, second.id))).toEqual([40, 10, 30])
    await sendInvoice(api, second)
    expect(figures(await readInvoice(api, second.id))).toEqual([40, 10, 30])
    await expectBooksToAgree()
  })

  test.each([
    ['before the last one', [FIRST_HALF], [SECOND_HALF]],
    ['after the last one', [FIRST_HALF, SECOND_HALF], []],
  ])('are compared with their sum when one was voided %s', async (_, before, after) => {
    const { deal } = await givenDiscounted(FIXED)
    await deal.use('ticket', 20, '2026-01-10T00:00:00Z')
    await deal.use('ticket', 40, '2026-01-20T00:00:00Z')
    const invoices = []
    for (const window of before) invoices.push(await billed(deal, window))
    expect((await api.post(`/v1/invoices/${invoices[0]?.id}/void`, {})).status).toBe(200)
    for (const window of after) invoices.push(await billed(deal, window))
    const kept = invoices.at(-1)
    expect(kept?.discountTotal).toBe(after.length === 0 ? 10 : 30)
    await expectBooksToAgree()
    for (const difference of ['+ 0.01', '- 0.01']) {
      const change = `update invoice_discounts set amount = amount ${difference} where invoice_id = $1`
      await t.database.pool.query(change, [kept?.id])
      expect((await discountCheck(`?customerId=${deal.customerId}`)).differences).toHaveLength(1)
      const back = change.replace(/[+-]/, (sign) => (sign === '+' ? '-' : '+'))
      await t.database.pool.query(back, [kept?.id])
    }
    await expectBooksToAgree()
  })

  test('get back the discount of a voided part when its range is billed again', async () => {
    const { deal } = await givenDiscounted(FIXED)
    await deal.use('ticket', 20, '2026-01-10T00:00:00Z')
    await deal.use('ticket', 40, '2026-01-20T00:00:00Z')
    const first = await billed(deal, FIRST_HALF)
    await billed(deal, SECOND_HALF)
    expect((await api.post(`/v1/invoices/${first.id}/void`, {})).status).toBe(200)
    expect(figures(await billed(deal, FIRST_HALF))).toEqual([20, 20, 0])
    await expectBooksToAgree()
  })
})
