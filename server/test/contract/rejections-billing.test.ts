import { describe, expect, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { closeSums } from '../../src/features/usage/closed-sums/close-sums.ts'
import { must } from '../support/app.ts'
import { type Deal, flatPrice, givenDeal, SINCE_JANUARY, tiered } from '../support/deal.ts'
import { exact, sum } from '../support/exact.ts'
import { type Fields, givenPlan, givenStrategies } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { INVOICES, lineTable, month, readInvoice, sendInvoice } from '../support/invoice.ts'
import { invoiceLock } from '../support/invoice-lock.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'
import { untilWaiting, whileLocked } from '../support/waiting.ts'

let at = new Date('2026-04-10T12:00:00Z')
const t = useTestApp({ now: () => at, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

const JANUARY = month('2026-01-01', '2026-02-01')
const FEBRUARY = month('2026-02-01', '2026-03-01')
const MARCH = month('2026-03-01', '2026-04-01')
const IN_JANUARY = '2026-01-10T08:07:00Z'

const givenTickets = (price: Fields = flatPrice('ticket', 1), fields: Fields = {}) =>
  givenDeal(api, { prices: [price], subscription: { ...SINCE_JANUARY, ...fields } })
const reject = (id: string, quantity?: number) =>
  must(api.post(`/v1/events/${id}/rejection`, { reason: 'Reopened', quantity }))
const withdraw = (id: string) => must(api.post(`/v1/events/${id}/rejection/withdraw`, {}))
const differences = async () =>
  (
    await must(api.get('/v1/analytics/reconciliation?startDate=2025-12-01&endDate=2026-04-30'))
  ).checks.flatMap((check: { differences: unknown[] }) => check.differences)
const isBalanced = async () => expect(await differences()).toEqual([])

/** Records usage of January and sends its invoice. */
async function givenInvoiced(deal: Deal, ...quantities: number[]) {
  const ids: string[] = []
  for (const quantity of quantities) {
    ids.push((await deal.use('ticket', quantity, IN_JANUARY)).eventId)
  }
  const invoice = await sendInvoice(api, await deal.generate(JANUARY))
  return { ids, invoice }
}

describe('before its invoice is final', () => {
  test('a rejection changes the draft when it is sent, and its cost stays', async () => {
    const deal = await givenTickets()
    const { eventId } = await deal.use('ticket', 10, IN_JANUARY)
    const draft = await deal.generate(JANUARY)
    await reject(eventId, 4)
    const sent = await sendInvoice(api, draft)
    expect([lineTable(sent), sent.totalCost]).toEqual([[['usage', 6, 6]], draft.totalCost])
    await isBalanced()
  })

  test('the explanation of the line names recorded, rejected and billable units', async () => {
    const deal = await givenTickets(flatPrice('ticket', 0.99))
    await deal.use('ticket', 1_228, IN_JANUARY)
    const { eventId } = await deal.use('ticket', 12, IN_JANUARY)
    await reject(eventId)
    const invoice = await deal.generate(JANUARY)
    const url = `${INVOICES}/${invoice.id}/lines/${invoice.lineItems[0]?.id}`
    const explanation = await must(api.get(`${url}/explanation`))
    expect(explanation).toMatchObject({
      amount: '1215.72',
      steps: [{ calculations: [{ description: '1228 units × 0.99' }] }],
      usage: {
        eventCount: 2,
        recordedQuantity: '1240',
        rejectedQuantity: '12',
        billableQuantity: '1228',
        openQuantity: '0',
      },
    })
    const { results } = await must(api.get(`${url}/events`))
    expect(
      results
        .map(({ rejectedQuantity }: { rejectedQuantity: string }) => rejectedQuantity)
        .toSorted(),
    ).toEqual(['0', '12'])
  })
})

/** The price, and the line that settles 60 rejected tickets of 150. */
const PRICES: [string, Fields, number][] = [
  ['a flat price', flatPrice('ticket', 0.5), 0.5 * -60],
  // 150 × graduated: 10 + 2.5; 90: 9.
  ['graduated tiers', tiered('ticket', 'graduated'), 9 - 12.5],
  // All 150 at 0.05; all 90 at 0.1.
  ['volume tiers', tiered('ticket', 'volume'), 9 - 7.5],
  [
    'a pool',
    tiered('ticket', 'credit_pool', [
      { lower: 0, upper: 100, rate: 20 },
      { lower: 100, upper: null, rate: 0.3 },
    ]),
    -15,
  ],
]

describe('after its invoice is final', () => {
  test.each(PRICES)(
    'the next one settles it, and bills it again once withdrawn: %s',
    async (_, price, amount) => {
      const deal = await givenTickets(price)
      const { ids } = await givenInvoiced(deal, 120, 30)
      const [large = '', small = ''] = ids
      await reject(small)
      await reject(large, 30)
      const next = await sendInvoice(api, await deal.generate(FEBRUARY))
      expect(lineTable(next).slice(1)).toEqual([['late_usage', -60, amount]])
      expect(next.lineItems.find(({ type }) => type === 'late_usage')).toMatchObject({ cost: 0 })
      await withdraw(small)
      await withdraw(large)
      const last = await sendInvoice(api, await deal.generate(MARCH))
      expect(lineTable(last).slice(1)).toEqual([['late_usage', 60, -amount]])
      await isBalanced()
    },
  )

  test('the final one stays as it was, and its line shows what is rejected and not settled', async () => {
    const deal = await givenTickets()
    const { ids, invoice } = await givenInvoiced(deal, 10)
    const before = await readInvoice(api, invoice.id)
    await reject(ids[0] ?? '', 4)
    expect(await readInvoice(api, invoice.id)).toEqual(before)
    const url = `${INVOICES}/${invoice.id}/lines/${invoice.lineItems[0]?.id}/explanation`
    expect((await must(api.get(url))).usage).toMatchObject({
      billedQuantity: '10',
      rejectedQuantity: '4',
      openQuantity: '-4',
    })
  })

  test('a coupon of its period is given back with it', async () => {
    const deal = await givenTickets()
    const coupon = await must(
      api.post('/v1/coupons', { name: 'Tenth', percentOff: 10, duration: 'once' }),
    )
    const gift = { couponId: coupon.id, subscriptionId: deal.subscriptionId }
    await must(api.post('/v1/discounts', gift))
    const { ids } = await givenInvoiced(deal, 30, 70)
    await reject(ids[0] ?? '')
    const next = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect(lineTable(next).slice(1)).toEqual([['late_usage', -30, -30]])
    expect(next.discountTotal).toBe(-3)
    await isBalanced()
  })

  test('what was paid with prepaid credit becomes credit again', async () => {
    const deal = await givenTickets()
    const credit = { kind: 'paid', currency: 'USD', amount: 100, effectiveAt: '2026-01-01' }
    await must(api.post(`/v1/customers/${deal.customerId}/credit-grants`, credit))
    const { ids, invoice } = await givenInvoiced(deal, 30, 70)
    expect([invoice.creditTotal, invoice.total]).toEqual([100, 0])
    await reject(ids[0] ?? '')
    const next = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect([next.subtotal, next.creditTotal, next.total]).toEqual([-30, -30, 0])
    const { creditBalances } = await must(api.get(`/v1/customers/${deal.customerId}`))
    expect(creditBalances).toEqual([{ currency: 'USD', amount: 30 }])
    await isBalanced()
  })

  test('after a change of plan, at the price of the plan that billed it', async () => {
    const deal = await givenTickets(flatPrice('ticket', 2), { startDate: '2026-02-01' })
    const { eventId } = await deal.use('ticket', 10, '2026-02-10T08:07:00Z')
    await sendInvoice(api, await deal.generate(FEBRUARY))
    const { id: planId } = await givenPlan(api, { agentId: deal.agentId })
    const price = { chargeType: 'usage', pricingModel: 'flat', rate: 5 }
    await givenStrategies(api, planId, { ...price, signalId: deal.signalIds.ticket })
    at = new Date('2026-03-12T12:00:00Z')
    const changed = await must(
      api.post(`/v1/subscriptions/${deal.subscriptionId}/plan-change`, {
        ...{ planId, when: '2026-03-12' },
      }),
    )
    await reject(eventId, 3)
    const totals = async (subscriptionId: string) => {
      const ids = { customerId: deal.customerId, subscriptionId }
      const { lineItems } = await must(api.post('/v1/invoices/preview', ids))
      return lineItems.flatMap((line: { type: string; amount: number }) =>
        line.type === 'late_usage' ? [line.amount] : [],
      )
    }
    expect([
      ...(await totals(deal.subscriptionId)),
      ...(await totals(changed.subscription.id)),
    ]).toEqual([-6])
    at = new Date('2026-04-10T12:00:00Z')
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
    await reject(eventId)
    for (const time of ['2026-02-01', '2026-02-02', '2026-02-03']) await run(`${time}T00:00:01Z`)
    const { data } = (await api.get(`${INVOICES}?customerId=${deal.customerId}`)).body
    expect(lineTable(await readInvoice(api, data[0].id))).toEqual([['late_usage', -10, -10]])
    const { body: customer } = await api.get(`/v1/customers/${deal.customerId}`)
    expect(customer.creditBalances).toEqual([{ currency: 'USD', amount: 10 }])
    at = new Date('2026-04-10T12:00:00Z')
    await isBalanced()
  })
})

describe('while its invoice is being sent', () => {
  test('a rejection that commits afterwards is settled by the next one', async () => {
    const deal = await givenTickets()
    const { eventId } = await deal.use('ticket', 10, IN_JANUARY)
    const draft = await deal.generate(JANUARY)
    const event = {
      lock: 'select from usage_events where customer_id = $1 and id = $2 for update',
      values: [deal.customerId, eventId],
    }
    const { sent, rejecting } = await whileLocked(t.database.pool, event, async () => {
      const rejecting = reject(eventId, 4)
      await untilWaiting(t.database.pool, 1)
      return { sent: await sendInvoice(api, draft), rejecting: [rejecting] }
    })
    await Promise.all(rejecting)
    const next = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect([sent.subtotal, next.subtotal]).toEqual([10, -4])
    await isBalanced()
  })

  test('a rejection that commits before it is in it', async () => {
    const deal = await givenTickets()
    const { eventId } = await deal.use('ticket', 10, IN_JANUARY)
    const draft = await deal.generate(JANUARY)
    const invoice = invoiceLock({ ...draft, customerId: deal.customerId })
    const { sending } = await whileLocked(t.database.pool, invoice, async () => {
      const sending = sendInvoice(api, draft)
      await untilWaiting(t.database.pool, 1)
      await reject(eventId, 4)
      return { sending: [sending] }
    })
    const [sent] = await Promise.all(sending)
    const next = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect([sent?.subtotal, next.subtotal]).toEqual([6, 0])
    await isBalanced()
  })

  test('many rejections are each in it or on the next one', async () => {
    const deal = await givenTickets()
    const ids: string[] = []
    for (let index = 0; index < 8; index += 1) {
      ids.push((await deal.use('ticket', 10, IN_JANUARY)).eventId)
    }
    const draft = await deal.generate(JANUARY)
    const [sent] = await Promise.all([sendInvoice(api, draft), ...ids.map((id) => reject(id, 3))])
    const next = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect(sum([sent.subtotal, next.subtotal])).toBe(exact(56))
    await isBalanced()
  })
})

test('a rejection in a closed month opens its sums, and revenue follows while cost stays', async () => {
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
    const { totals } = await must(api.get(`/v1/analytics/profitability?${query}`))
    return [totals[0]?.revenue, totals[0]?.cost]
  }
  await close()
  const [revenue, cost] = await figures()
  expect(revenue).toBe(210)
  for (const id of ids.slice(10)) await reject(id)
  expect(await figures()).toEqual([55, cost])
  await close()
  expect(await figures()).toEqual([55, cost])
  await withdraw(ids[19] ?? '')
  expect(await figures()).toEqual([75, cost])
  await isBalanced()
})
