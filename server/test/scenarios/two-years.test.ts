import { beforeAll, describe, expect, test } from 'vitest'
import { type Deal, givenDeal, priced } from '../support/deal.ts'
import { exact } from '../support/exact.ts'
import { type Fields, givenCoupon, givenDiscount, givenTaxRate } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  expectToAddUp,
  INVOICES,
  type Invoice,
  payInvoice,
  readInvoice,
} from '../support/invoice.ts'
import { mailsOf } from '../support/mails.ts'
import { moveClock } from '../support/test-clock.ts'
import { useTestApp } from '../support/use-app.ts'
import { story } from './golden/compute.ts'
import golden from './golden/two-years.json' with { type: 'json' }

/**
 * Bills a customer in New York monthly from 31 January 2027 to 14 January 2029. The time includes a
 * leap day and four clock changes. The invoices contain every charge type and pricing model, a
 * coupon for three periods, and sales tax. Prices change once and seats twice. Usage arrives
 * before, within and after the grace period, and the last period is cut. golden/two-years.json
 * contains the expected invoices.
 */
type Period = (typeof golden.invoices)[number]

let deal: Deal
const billed = new Map<number, Invoice>()

const HOUR = 3_600_000
const after = (instant: string, hours: number) =>
  new Date(Date.parse(instant) + hours * HOUR).toISOString()
const number = (rate: string) => Number(rate)
const tiersOf = (rows: { lower: number; upper: number | null; rate: string }[]) =>
  rows.map((row) => ({ ...row, rate: number(row.rate) }))

const t = useTestApp({ now: () => new Date('2027-01-30T12:00:00Z'), atEnd: expectRollupsToAddUp })
beforeAll(async () => {
  const { before, seat, setup } = golden.prices
  const usage = (signal: string, pricingModel: string, fields: Fields) =>
    priced(signal, { pricingModel, ...fields })
  await givenTaxRate(t.api, {
    name: 'Sales tax',
    percentage: 8.875,
    isInclusive: false,
    isDefault: true,
  })
  deal = await givenDeal(t.api, {
    prices: [
      usage('report', 'flat', { rate: number(before.report) }),
      usage('page', 'graduated', { tiers: tiersOf(before.page) }),
      usage('call', 'volume', { tiers: tiersOf(before.call) }),
      usage('lookup', 'credit_pool', { tiers: tiersOf(before.lookup) }),
      { chargeType: 'recurring', rate: number(before.platform), name: 'Platform' },
      { chargeType: 'seat_based', rate: number(seat), name: 'Seats' },
      { chargeType: 'onetime', rate: number(setup), name: 'Setup' },
    ],
    customer: { timezone: 'America/New_York' },
    plan: { currency: 'USD' },
    subscription: { startDate: '2027-01-31', seatsCount: 3 },
  })
  await moveClock(t.api, '2027-01-31T05:00:00.000Z')
}, 60_000)

const subscriptionUrl = () => `/v1/subscriptions/${deal.subscriptionId}`

async function patchSubscription(fields: Fields) {
  const { status, body } = await t.api.patch(subscriptionUrl(), fields)
  expect(status, JSON.stringify(body)).toBe(200)
}

/** Operator actions early in a period, in addition to its usage. */
const EVENTS: Record<number, () => Promise<void>> = {
  4: async () => {
    const { id: couponId } = await givenCoupon(t.api, {
      name: 'A quarter at 20 percent off',
      percentOff: 20,
      duration: 'repeating',
      durationPeriods: 3,
    })
    const { customerId, subscriptionId } = deal
    await givenDiscount(t.api, { couponId, customerId, subscriptionId })
  },
  8: () => patchSubscription({ seatsCount: 5 }),
  12: async () => {
    const prices = golden.prices.after
    await deal.change(0, { rate: number(prices.report) })
    await deal.change(1, { tiers: tiersOf(prices.page) })
    await deal.change(4, { rate: number(prices.platform) })
  },
  20: () => patchSubscription({ seatsCount: 4 }),
  24: () => patchSubscription({ endDate: '2029-01-14' }),
}

/** Dates half of the usage at the first instant of the period, the rest at its last. */
async function work({ usage, periodStart, periodEnd }: Period, part: 'first' | 'last') {
  for (const [signal, quantity] of Object.entries(usage)) {
    const first = Math.floor(quantity / 2)
    const units = part === 'first' ? first : quantity - first
    const last = new Date(Date.parse(periodEnd) - 1).toISOString()
    if (units > 0) await deal.use(signal, units, part === 'first' ? periodStart : last)
  }
}

async function invoiceOf({ periodStart }: Period): Promise<Invoice | undefined> {
  const query = `?customerExternalId=${deal.externalId}&limit=100`
  const { data } = (await t.api.get(`${INVOICES}${query}`)).body
  const found = data.find((one: Invoice) => one.periodStart === periodStart)
  return found && readInvoice(t.api, found.id)
}

/** A late adjustment may be a credit: the contract leaves its type open. */
const kindOf = (type: string) => (/^(late_usage|credit)$/.test(type) ? 'late' : type)
const comparable = (type: string, signal: string, quantity: unknown, amount: string | number) =>
  `${type} ${signal} ${type === 'usage' ? Number(quantity) : ''} ${exact(amount)}`

function expectGolden(invoice: Invoice, expected: Period) {
  expectToAddUp(invoice)
  const lines = invoice.lineItems
    .filter(({ amount }) => Number(amount) !== 0)
    .map((line) =>
      comparable(
        kindOf(line.type),
        /^(usage|late)/.test(kindOf(line.type)) ? (line.signalName ?? '') : '',
        line.quantity,
        line.amount,
      ),
    )
  const goldenLines = expected.lines.map(({ type, signal, quantity, amount }) =>
    comparable(type, signal, quantity, amount),
  )
  expect(lines.sort()).toEqual(goldenLines.sort())
  for (const total of ['subtotal', 'discountTotal', 'taxTotal', 'total'] as const) {
    expect(exact(invoice[total]), total).toBe(exact(expected[total]))
  }
  expect(invoice).toMatchObject({
    currency: 'USD',
    periodStart: expected.periodStart,
    periodEnd: expected.periodEnd,
  })
}

describe('two years of a customer in New York', () => {
  test('equal the results of the independent script', () => {
    expect(JSON.parse(JSON.stringify(story))).toEqual(golden)
  })

  test.each(golden.invoices)('period $period, until $periodEnd, is $total', async (period) => {
    const number = period.period
    await EVENTS[number]?.()
    for (const { signal, quantity, usageDate } of period.late) {
      await deal.use(signal, quantity, usageDate)
    }
    await work(period, 'first')
    await moveClock(t.api, after(period.periodEnd, 12))
    expect((await invoiceOf(period))?.status ?? 'draft').toBe('draft')
    await work(period, 'last')
    await moveClock(t.api, after(period.periodEnd, 36))
    const invoice = await invoiceOf(period)
    if (!invoice) throw new Error('the period has no invoice')
    expect(invoice.status).toBe('issued')
    expectGolden(invoice, period)
    const issued = (Date.parse(invoice.issueDate) - Date.parse(period.periodEnd)) / HOUR
    expect(issued).toBeGreaterThanOrEqual(0)
    expect(issued).toBeLessThanOrEqual(36)
    expect(await mailsOf(t.api, invoice.id)).toHaveLength(1)
    billed.set(
      number,
      number <= 3 ? await payInvoice(t.api, invoice, Number(invoice.total)) : invoice,
    )
  })

  test('end in 24 invoices, of which the unpaid are overdue and none has changed', async () => {
    await moveClock(t.api, '2029-06-01T00:00:00Z')
    expect((await t.api.get(subscriptionUrl())).body.status).toBe('ended')
    const query = `?customerExternalId=${deal.externalId}&limit=100`
    expect((await t.api.get(`${INVOICES}${query}`)).body.data).toHaveLength(24)
    let last = ''
    for (const [number, invoice] of [...billed].sort(([a], [b]) => a - b)) {
      const now = await readInvoice(t.api, invoice.id)
      expect(now).toEqual({ ...invoice, status: number <= 3 ? 'paid' : 'overdue' })
      expect(now.invoiceNumber > last).toBe(true)
      last = now.invoiceNumber
    }
  })

  test('never bill the same instant twice nor leave one out', () => {
    const all = [...billed].sort(([a], [b]) => a - b).map(([, invoice]) => invoice)
    for (const [index, { periodStart }] of all.entries()) {
      if (index > 0) expect(periodStart).toBe(all[index - 1]?.periodEnd)
    }
    expect(all.at(-1)?.periodEnd).toBe('2029-01-15T05:00:00.000Z')
  })
})
