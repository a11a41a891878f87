/** Lives of subscriptions that differ only in the timing of their fees come to the same money. */
import { expect, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { type Random, randomFrom } from '../analytics/random.ts'
import { givenDeal, tiered } from '../support/deal.ts'
import type { Amount } from '../support/exact.ts'
import { type Fields, givenCoupon, givenDiscount } from '../support/given.ts'
import { type Invoice, readInvoice, voidInvoice } from '../support/invoice.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = Date.parse('2026-02-25')

type Deal = Awaited<ReturnType<typeof givenDeal>>

async function invoicesOf({ customerId }: Deal): Promise<Invoice[]> {
  const { body } = await api.get(`/v1/invoices?customerId=${customerId}&limit=100`)
  return Promise.all(body.data.map(({ id }: { id: string }) => readInvoice(api, id)))
}

const cents = (amount: Amount) => Math.round(Number(amount) * 100)

/** Returns the cents that the invoices of a deal come to: fees, and all lines less discounts. */
async function billed(deal: Deal) {
  const live = (await invoicesOf(deal)).filter(({ status }) => status !== 'void')
  const fees = live
    .flatMap(({ lineItems }) => lineItems)
    .filter(({ type }) => type !== 'usage' && type !== 'late_usage')
  return {
    fees: fees.reduce((sum, { amount }) => sum + cents(amount), 0),
    net: live.reduce((sum, one) => sum + cents(one.subtotal) - cents(one.discountTotal), 0),
  }
}

/** Hours of UTC in which a day begins, in winter and in summer. */
const MIDNIGHTS: Record<string, number[]> = {
  UTC: [0],
  'Europe/Berlin': [22, 23],
  'America/Sao_Paulo': [3],
  'Pacific/Auckland': [11, 12],
}

function termsOf(random: Random): Fields {
  const cycle = random.pick<Fields>([
    { billingCycle: 'monthly' },
    { billingCycle: 'monthly', billingDay: random.integer(1, 31) },
    { billingCycle: 'yearly' },
    { billingCycle: 'custom', customCycleDays: random.integer(1, 40) },
  ])
  const timezone = random.pick(Object.keys(MIDNIGHTS))
  return { startDate: '2026-02-25', timezone, seatsCount: random.integer(1, 5), ...cycle }
}

/** Creates a deal whose fees have one timing, with a coupon. */
async function dealWith(
  billTiming: string,
  terms: { prices: Fields[]; subscription: Fields; percentOff: number },
) {
  const { prices, subscription, percentOff } = terms
  const timed = prices.map((price) => ('signal' in price ? price : { ...price, billTiming }))
  const deal = await givenDeal(api, { prices: timed, subscription })
  const { id: couponId } = await givenCoupon(api, { percentOff })
  await givenDiscount(api, { couponId, customerId: deal.customerId })
  return deal
}

test.each([1, 2, 3, 4, 5, 6])(
  'fees in advance and in arrears come to the same money, life %i',
  async (seed) => {
    const random = randomFrom(seed)
    at = new Date('2026-02-20T00:00:00Z')
    const prices = [
      { chargeType: 'recurring', rate: `${random.integer(1, 400)}.37` },
      { chargeType: 'seat_based', rate: `${random.integer(1, 40)}.013` },
      tiered('call', 'graduated'),
    ]
    const terms = {
      prices,
      subscription: termsOf(random),
      percentOff: random.pick([0.5, 12.5, 33, 100]),
    }
    const arrears = await dealWith('arrears', terms)
    const advance = await dealWith('advance', terms)
    const lasts = random.integer(1, 110)
    const endIsKnownFrom = random.integer(0, lasts)
    const endDate = new Date(START + lasts * DAY_MS).toISOString().slice(0, 10)
    for (let day = 0; day <= lasts + 36; day += 1) {
      if (day === endIsKnownFrom) {
        for (const { subscriptionId } of [arrears, advance]) {
          const { status } = await api.patch(`/v1/subscriptions/${subscriptionId}`, { endDate })
          expect(status).toBe(200)
        }
      }
      for (const hours of MIDNIGHTS[String(terms.subscription.timezone)] ?? []) {
        at = new Date(START + day * DAY_MS + hours * HOUR_MS)
        await runBilling(t.dependencies, { now: at, only: organization.id })
      }
      if (random.chance(10)) {
        const quantity = random.integer(1, 90)
        for (const deal of [arrears, advance]) await deal.use('call', quantity, at.toISOString())
      }
      // The fee of a void invoice at the start is on the next one.
      if (day === 3 && random.chance(50)) {
        const start = (await invoicesOf(advance)).at(-1)
        if (start?.status === 'issued') await voidInvoice(api, start)
      }
    }
    const sums = await billed(arrears)
    expect(await billed(advance)).toEqual(sums)
    expect(sums.fees).toBeGreaterThan(0)
  },
)
