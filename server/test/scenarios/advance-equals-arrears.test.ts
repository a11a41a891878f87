/** Lives of subscriptions that differ only in the timing of their fees come to the same money. */
import { expect, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { type Random, randomFrom } from '../analytics/random.ts'
import { givenDeal, tiered } from '../support/deal.ts'
import type { Amount } from '../support/exact.ts'
import { type Fields, givenCoupon, givenDiscount, strategiesOf } from '../support/given.ts'
import { voidInvoice } from '../support/invoice.ts'
import { invoicesOf } from '../support/shown-invoices.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = Date.parse('2026-02-25')

type Deal = Awaited<ReturnType<typeof givenDeal>>

const cents = (amount: Amount) => Math.round(Number(amount) * 100)

/** Returns the cents that the invoices of a deal come to: fees, and all lines less discounts. */
async function billed(deal: Deal) {
  const live = (await invoicesOf(api, deal)).filter(({ status }) => status !== 'void')
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

const dateOf = (time: number, days = 0) => new Date(time + days * DAY_MS).toISOString().slice(0, 10)

/** Returns the same kind of price of both deals, in the same order. */
async function strategiesOfBoth(deals: readonly Deal[], index: number): Promise<string[]> {
  const found = await Promise.all(
    deals.map(({ planId }) => api.get(`${strategiesOf(planId)}?sortOrder=asc`)),
  )
  return found.map(({ body }) => body.results[index].id)
}

/** Sends the same request about each deal; both are accepted, or both refused. */
async function sendOfBoth(requests: readonly { url: string; body: Fields }[]): Promise<void> {
  const answers = await Promise.all(requests.map(({ url, body }) => api.post(url, body)))
  const [first, ...others] = answers.map(({ status }) => status)
  expect([201, 409, 422], JSON.stringify(answers[0]?.body)).toContain(first)
  expect(others).toEqual(others.map(() => first))
}

type Change = (random: Random, deals: readonly Deal[], now: number) => Promise<void>

/** From tomorrow on: a price of today would reach a period whose fee in advance is final. */
const someDay = (random: Random, now: number) => dateOf(now, random.integer(2, 45))

const addPrice: Change = async (random, deals, now) => {
  const index = random.integer(0, 1)
  const ids = await strategiesOfBoth(deals, index)
  const body = {
    effectiveFrom: someDay(random, now),
    audience: random.pick(['everyone', 'new']),
    rate: `${random.integer(1, 300)}.${random.integer(1, 99)}7`,
  }
  await sendOfBoth(
    deals.map(({ planId }, at) => ({ url: `${strategiesOf(planId)}/${ids[at]}/prices`, body })),
  )
}

const addOwnPrice: Change = async (random, deals, now) => {
  const ids = await strategiesOfBoth(deals, random.integer(0, 1))
  const price = random.chance(20)
    ? { usePlanPrice: true }
    : { rate: `${random.integer(1, 300)}.51` }
  const body = { effectiveFrom: someDay(random, now), ...price }
  await sendOfBoth(
    deals.map(({ subscriptionId }, at) => ({
      url: `/v1/subscriptions/${subscriptionId}/prices/${ids[at]}`,
      body,
    })),
  )
}

const changeByPercent: Change = async (random, deals, now) => {
  const planIds = deals.map(({ planId }) => planId)
  const change = { percent: random.integer(-40, 60) || 7, decimals: 3 }
  const body = { planIds, effectiveFrom: someDay(random, now), ...change }
  await sendOfBoth([{ url: '/v1/price-changes', body }])
}

/** Sets more seats from today or a later day on: fewer give nothing back in advance. */
function moreSeats(): Change {
  let [count, from] = [5, '']
  return async (random, deals, now) => {
    const next = [from, dateOf(now, random.integer(1, 20))].toSorted().at(-1) ?? ''
    count += random.integer(1, 4)
    from = next
    const body = { seatsCount: count, from }
    await sendOfBoth(
      deals.map(({ subscriptionId }) => ({
        url: `/v1/subscriptions/${subscriptionId}/seats`,
        body,
      })),
    )
  }
}

test.each([1, 2, 3, 4, 5, 6])(
  'fees in advance and in arrears come to the same money while prices and seats change, life %i',
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
    const deals = [arrears, advance]
    const changes = [addPrice, addOwnPrice, changeByPercent, moreSeats()]
    const lasts = random.integer(1, 110)
    const endIsKnownFrom = random.integer(0, lasts)
    const endDate = new Date(START + lasts * DAY_MS).toISOString().slice(0, 10)
    for (let day = 0; day <= lasts + 36; day += 1) {
      if (day === endIsKnownFrom) {
        for (const { subscriptionId } of deals) {
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
        for (const deal of deals) await deal.use('call', quantity, at.toISOString())
      }
      if (random.chance(20)) await random.pick(changes)(random, deals, START + day * DAY_MS)
      // The fee of a void invoice at the start is on the next one.
      if (day === 3 && random.chance(50)) {
        const [start] = await invoicesOf(api, advance)
        if (start?.status === 'issued') await voidInvoice(api, start)
      }
    }
    const sums = await billed(arrears)
    expect(await billed(advance)).toEqual(sums)
    expect(sums.fees).toBeGreaterThan(0)
  },
)
