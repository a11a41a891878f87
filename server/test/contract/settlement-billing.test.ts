import { beforeEach, describe, expect, test } from 'vitest'
import { runBilling, settleAllOutcomes } from '../../src/clock-round/run-billing.ts'
import { closeSums } from '../../src/features/usage/closed-sums/close-sums.ts'
import { must } from '../support/app.ts'
import { type Deal, flatPrice, givenDeal, SINCE_JANUARY, tiered } from '../support/deal.ts'
import { exact, sum } from '../support/exact.ts'
import { type Fields, givenPlan, givenStrategies, unique } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  INVOICES,
  type Invoice,
  lineTable,
  month,
  readInvoice,
  sendInvoice,
} from '../support/invoice.ts'
import { invoiceLock } from '../support/invoice-lock.ts'
import { givenPortal } from '../support/portal.ts'
import { moveClock } from '../support/test-clock.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'
import { untilWaiting, whileLocked } from '../support/waiting.ts'

/** How outcomes with a settlement window are billed. */
let at = new Date('2026-02-01T12:00:00Z')
const t = useTestApp({ now: () => at, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

beforeEach(() => {
  at = new Date('2026-02-01T12:00:00Z')
})

const JANUARY = month('2026-01-01', '2026-02-01')
const FEBRUARY = month('2026-02-01', '2026-03-01')
const IN_JANUARY = '2026-01-28T08:07:00Z'
/** When a window of 7 days of usage of that time has passed. */
const SETTLED = '2026-02-04T08:07:00Z'

/** A deal whose tickets have a window of 7 days. */
async function givenTickets(price: Fields = flatPrice('ticket', 1), fields: Fields = {}) {
  const prices = [price, flatPrice('page', 1)]
  const deal = await givenDeal(api, { prices, subscription: { ...SINCE_JANUARY, ...fields } })
  await setDays(deal, 7)
  return deal
}
const setDays = ({ signalIds }: Pick<Deal, 'signalIds'>, settlementDays: number) =>
  must(api.patch(`/v1/signals/${signalIds.ticket}`, { settlementDays }))
const settle = async (time: string) => {
  at = new Date(time)
  await settleAllOutcomes(t.dependencies)
}
const reject = (id: string, quantity?: number) =>
  must(api.post(`/v1/events/${id}/rejection`, { reason: 'Reopened', quantity }))
const isBalanced = async () => {
  const query = 'startDate=2025-12-01&endDate=2027-12-31'
  const { checks } = await must(api.get(`/v1/analytics/reconciliation?${query}`))
  expect(checks.flatMap(({ differences }: { differences: unknown[] }) => differences)).toEqual([])
}

describe('before its invoice is final', () => {
  test('a provisional outcome is in no line and has its cost, and the preview shows it apart', async () => {
    const deal = await givenTickets()
    await deal.use('ticket', 10, IN_JANUARY)
    await deal.use('ticket', 4, '2026-01-30T10:00:00Z')
    await deal.use('page', 3, IN_JANUARY)
    const { body } = await deal.preview(JANUARY)
    expect(lineTable(body)).toEqual([
      ['usage', 0, 0],
      ['usage', 3, 3],
    ])
    expect(body.provisional).toEqual([
      {
        signalId: deal.signalIds.ticket,
        signalName: 'ticket',
        quantity: '14',
        outcomeCount: 2,
        firstSettlesAt: '2026-02-04T08:07:00.000Z',
        lastSettlesAt: '2026-02-06T10:00:00.000Z',
      },
    ])
    expect((await deal.preview(FEBRUARY)).body).not.toHaveProperty('provisional')
    const portal = await givenPortal(t, api, deal.customerId)
    const usage = `/v1/portal/usage?subscriptionId=${deal.subscriptionId}`
    expect((await portal.get(`${usage}&period=previous`)).body).toMatchObject({
      signals: [{ quantity: 0 }, { quantity: 3 }],
      provisional: body.provisional,
    })
    expect((await portal.get(usage)).body).not.toHaveProperty('provisional')
    const draft = await deal.generate(JANUARY)
    expect([draft.subtotal, draft.totalCost]).toEqual([3, body.totalCost])
    const line = draft.lineItems.find(({ signalName }) => signalName === 'ticket')
    const explained = await must(api.get(`${INVOICES}/${draft.id}/lines/${line?.id}/explanation`))
    expect(explained.usage).toMatchObject({
      ...{ recordedQuantity: '14', rejectedQuantity: '0', provisionalQuantity: '14' },
      ...{ billableQuantity: '0', openQuantity: '0' },
    })
    const days = `startDate=2026-01-28&endDate=2026-01-28&customerId=${deal.customerId}`
    const { results } = await must(api.get(`/v1/analytics/outcomes?${days}`))
    expect(
      results.map((one: Fields) => [one.quantity, one.billableQuantity, one.provisionalQuantity]),
    ).toEqual([
      [3, 3, undefined],
      [10, 0, 10],
    ])
    await isBalanced()
  })

  test('what has settled until then is in it', async () => {
    const deal = await givenTickets()
    await deal.use('ticket', 10, IN_JANUARY)
    await deal.use('ticket', 4, '2026-01-30T10:00:00Z')
    const draft = await deal.generate(JANUARY)
    await settle(SETTLED)
    expect(lineTable(await sendInvoice(api, draft))[0]).toEqual(['usage', 10, 10])
    await settle('2026-02-06T10:00:00Z')
    const next = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect(lineTable(next).slice(2)).toEqual([['late_usage', 4, 4]])
    await isBalanced()
  })
})

/** The price, the amount of 90 tickets, and the line that bills 60 more. */
const PRICES: [string, Fields, number, number][] = [
  ['a flat price', flatPrice('ticket', 0.5), 45, 30],
  ['packages', { signal: 'ticket', pricingModel: 'package', rate: 7, packageSize: 40 }, 21, 7],
  // 150 × graduated: 10 + 2.5; 90: 9.
  ['graduated tiers', tiered('ticket', 'graduated'), 9, 3.5],
  // All 150 at 0.05; all 90 at 0.1.
  ['volume tiers', tiered('ticket', 'volume'), 9, -1.5],
  [
    'a pool',
    tiered('ticket', 'credit_pool', [
      { lower: 0, upper: 100, rate: 20 },
      { lower: 100, upper: null, rate: 0.3 },
    ]),
    20,
    15,
  ],
]

describe('after its invoice is final', () => {
  test.each(PRICES)(
    'the first invoice made after it has settled bills it, without what was rejected: %s',
    async (_, price, amount, late) => {
      const deal = await givenTickets(price)
      await setDays(deal, 0)
      await deal.use('ticket', 90, IN_JANUARY)
      await setDays(deal, 7)
      const { eventId } = await deal.use('ticket', 100, IN_JANUARY)
      const first = await sendInvoice(api, await deal.generate(JANUARY))
      expect(lineTable(first)[0]).toEqual(['usage', 90, amount])
      await reject(eventId, 40)
      const early = await deal.generate(FEBRUARY)
      expect(lineTable(early).filter(([type]) => type === 'late_usage')).toEqual([])
      await settle(SETTLED)
      const next = await sendInvoice(api, early)
      expect(lineTable(next).filter(([type]) => type === 'late_usage')).toEqual([
        ['late_usage', 60, late],
      ])
      const line = next.lineItems.find(({ type }) => type === 'late_usage')
      expect(line).toMatchObject({ cost: 0, eventCount: 0 })
      await isBalanced()
    },
  )

  test('with the coupon of its own period', async () => {
    const deal = await givenTickets()
    const coupon = { name: 'Tenth', percentOff: 10, duration: 'once' }
    const { id: couponId } = await must(api.post('/v1/coupons', coupon))
    await must(api.post('/v1/discounts', { couponId, subscriptionId: deal.subscriptionId }))
    await deal.use('page', 100, IN_JANUARY)
    await deal.use('ticket', 30, IN_JANUARY)
    const first = await sendInvoice(api, await deal.generate(JANUARY))
    expect([first.subtotal, first.discountTotal]).toEqual([100, 10])
    await settle(SETTLED)
    const next = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect([next.subtotal, next.discountTotal]).toEqual([30, 3])
    await isBalanced()
  })

  test('from prepaid credit, of which a provisional unit takes nothing before', async () => {
    const deal = await givenTickets()
    const credit = { kind: 'paid', currency: 'USD', amount: 100, effectiveAt: '2026-01-01' }
    await must(api.post(`/v1/customers/${deal.customerId}/credit-grants`, credit))
    await deal.use('ticket', 30, '2026-02-01T10:00:00Z')
    const creditOf = async () =>
      (await must(api.get(`/v1/customers/${deal.customerId}/credit`))).credit[0]
    expect(await creditOf()).toMatchObject({ unbilled: 0, available: 100 })
    await settle('2026-02-08T10:00:00Z')
    expect(await creditOf()).toMatchObject({ unbilled: 30, available: 70 })
    at = new Date('2026-03-01T12:00:00Z')
    const invoice = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect([invoice.creditTotal, invoice.total]).toEqual([30, 0])
    expect(await creditOf()).toMatchObject({ unbilled: 0, available: 70 })
    await isBalanced()
  })

  test('after a change of plan, at the price of the plan that billed its period', async () => {
    const deal = await givenTickets(flatPrice('ticket', 2))
    await deal.use('ticket', 10, IN_JANUARY)
    await sendInvoice(api, await deal.generate(JANUARY))
    const { id: planId } = await givenPlan(api, { agentId: deal.agentId })
    const price = { chargeType: 'usage', pricingModel: 'flat', rate: 5 }
    await givenStrategies(api, planId, { ...price, signalId: deal.signalIds.ticket })
    at = new Date('2026-02-03T12:00:00Z')
    const changed = await must(
      api.post(`/v1/subscriptions/${deal.subscriptionId}/plan-change`, {
        ...{ planId, when: '2026-02-03' },
      }),
    )
    await settle(SETTLED)
    const lateOf = async (subscriptionId: string) => {
      const ids = { customerId: deal.customerId, subscriptionId }
      const { lineItems } = await must(api.post('/v1/invoices/preview', ids))
      return lineItems.flatMap((line: { type: string; amount: number }) =>
        line.type === 'late_usage' ? [line.amount] : [],
      )
    }
    expect([
      ...(await lateOf(deal.subscriptionId)),
      ...(await lateOf(changed.subscription.id)),
    ]).toEqual([20])
  })
})

const run = async (time: string) => {
  at = new Date(time)
  await runBilling(t.dependencies, { now: at, only: organization.id })
}
const invoicesOf = async (deal: Deal): Promise<Invoice[]> => {
  const { data } = (await api.get(`${INVOICES}?customerId=${deal.customerId}&limit=100`)).body
  const all: Invoice[] = []
  for (const { id } of data) all.push(await readInvoice(api, id))
  return all.sort((a, b) => a.periodStart.localeCompare(b.periodStart))
}

test('what settles after the end of its subscription is billed at the month end', async () => {
  at = new Date('2026-01-05T00:00:00Z')
  const deal = await givenTickets(flatPrice('ticket', 1), { endDate: '2026-01-20' })
  await deal.use('ticket', 10, '2026-01-04T08:00:00Z')
  await deal.use('ticket', 5, '2026-01-19T08:00:00Z')
  for (const day of ['21', '22', '23', '26', '27']) await run(`2026-01-${day}T00:00:01Z`)
  for (const day of ['01', '02', '03']) await run(`2026-02-${day}T00:00:01Z`)
  const lines = (await invoicesOf(deal)).flatMap((one) =>
    lineTable(one).filter(([, quantity]) => quantity !== 0),
  )
  expect(lines).toEqual([
    ['usage', 10, 10],
    ['late_usage', 5, 5],
  ])
  await isBalanced()
})

test('what is rejected in its window after the end is on no invoice', async () => {
  at = new Date('2026-01-15T00:00:00Z')
  const deal = await givenTickets(flatPrice('ticket', 1), { endDate: '2026-01-20' })
  const { eventId } = await deal.use('ticket', 5, '2026-01-19T08:00:00Z')
  for (const day of ['21', '22', '23']) await run(`2026-01-${day}T00:00:01Z`)
  await reject(eventId)
  for (const day of ['27', '28']) await run(`2026-01-${day}T00:00:01Z`)
  for (const day of ['01', '02', '03']) await run(`2026-02-${day}T00:00:01Z`)
  expect(sum((await invoicesOf(deal)).map(({ total }) => total))).toBe(0n)
  await isBalanced()
})

describe('while its invoice is being sent', () => {
  const given = async () => {
    const deal = await givenTickets()
    const { eventId } = await deal.use('ticket', 10, IN_JANUARY)
    const draft = await deal.generate(JANUARY)
    at = new Date(SETTLED)
    return { deal, eventId, draft }
  }

  test('a settlement that commits afterwards is billed by the next one', async () => {
    const { deal, eventId, draft } = await given()
    const event = {
      lock: 'select from usage_events where customer_id = $1 and id = $2 for update',
      values: [deal.customerId, eventId],
    }
    const { sent, settling } = await whileLocked(t.database.pool, event, async () => {
      const settling = settle(SETTLED)
      await untilWaiting(t.database.pool, 1)
      return { sent: await sendInvoice(api, draft), settling: [settling] }
    })
    await Promise.all(settling)
    const next = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect([sent.subtotal, next.subtotal]).toEqual([0, 10])
    await isBalanced()
  })

  test('a settlement that commits before it is in it', async () => {
    const { deal, draft } = await given()
    const invoice = invoiceLock({ ...draft, customerId: deal.customerId })
    const { sending } = await whileLocked(t.database.pool, invoice, async () => {
      const sending = sendInvoice(api, draft)
      await untilWaiting(t.database.pool, 1)
      await settle(SETTLED)
      return { sending: [sending] }
    })
    const [sent] = await Promise.all(sending)
    const next = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect([sent?.subtotal, next.subtotal]).toEqual([10, 0])
    await isBalanced()
  })

  test('rejections and settlements together are each in it or on the next one', async () => {
    const deal = await givenTickets()
    const ids: string[] = []
    for (let index = 0; index < 6; index += 1) {
      ids.push((await deal.use('ticket', 10, IN_JANUARY)).eventId)
    }
    const draft = await deal.generate(JANUARY)
    at = new Date(SETTLED)
    const [sent] = await Promise.all([
      sendInvoice(api, draft),
      settle(SETTLED),
      ...ids.slice(0, 4).map((id) => reject(id, 3)),
      settle(SETTLED),
    ])
    await settle(SETTLED)
    const next = await sendInvoice(api, await deal.generate(FEBRUARY))
    expect(sum([sent.subtotal, next.subtotal])).toBe(exact(48))
    await isBalanced()
  })
})

test('a settlement in a closed month opens its sums, and kept revenue follows while cost stays', async () => {
  const deal = await givenTickets()
  for (const quantity of times(5, (index) => index + 1)) {
    await deal.use('ticket', quantity, IN_JANUARY)
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
  expect(revenue).toBe(0)
  await settle(SETTLED)
  expect(await figures()).toEqual([15, cost])
  await close()
  expect(await figures()).toEqual([15, cost])
  await isBalanced()
})

test('a run with a hold spends its cost at once, and a budget of units counts it once it has settled', async () => {
  const deal = await givenTickets()
  at = new Date(IN_JANUARY)
  const work = { agentCode: deal.agentCode, signalName: 'ticket' }
  const terms = { name: 'Tickets', measure: 'quantity', amount: '10', period: 'month' }
  const budget = await must(api.post('/v1/budgets', { ...terms, action: 'block' }))
  const runId = unique('run')
  const ask = { customerExternalId: deal.externalId, ...work, estimatedCostUsd: '0.40', runId }
  const hold = await must(api.post('/v1/guard/holds', { ...ask, quantity: 4 }))
  const status = () =>
    must(api.get(`/v1/budgets/${budget.id}/status?customerExternalId=${deal.externalId}`))
  expect(await status()).toMatchObject({ spent: '0', held: '4' })
  await deal.use('ticket', 4, IN_JANUARY, { runId })
  const { rows } = await t.database.pool.query(
    'select used_cost > 0 as spent, close_reason from control_holds where id = $1',
    [hold.holdId],
  )
  expect(rows).toEqual([{ spent: true, close_reason: 'settled' }])
  expect(await status()).toMatchObject({ spent: '0', held: '0' })
  await setDays(deal, 1)
  await deal.use('ticket', 3, IN_JANUARY)
  await settle('2026-01-29T08:07:00Z')
  expect(await status()).toMatchObject({ spent: '3', held: '0' })
})

test('a test clock settles a year of windows in business time, and every unit is billed once', async () => {
  at = new Date('2027-01-01T00:00:00Z')
  const deal = await givenTickets(flatPrice('ticket', 1), { startDate: '2027-01-01' })
  let used = 0
  for (let index = 0; index < 12; index += 1) {
    const day = (days: number) => new Date(Date.UTC(2027, index, days, 15, 30)).toISOString()
    await moveClock(api, day(27))
    await deal.use('ticket', index + 1, day(26))
    await deal.use('ticket', 20, day(10))
    used += index + 21
  }
  await moveClock(api, '2028-02-05T00:00:00Z')
  const lines = (await invoicesOf(deal)).map((invoice) =>
    invoice.lineItems
      .filter(({ signalName, quantity }) => signalName === 'ticket' && quantity !== 0)
      .map(({ type, quantity }) => [type, quantity]),
  )
  expect(lines.slice(0, 3)).toEqual([
    [['usage', 20]],
    [
      ['usage', 20],
      ['late_usage', 1],
    ],
    [
      ['usage', 20],
      ['late_usage', 2],
    ],
  ])
  const billed = lines.flat().map(([, quantity]) => Number(quantity))
  expect(billed.reduce((all, one) => all + one, 0)).toBe(used)
  const { rows } = await t.database.pool.query(
    `select count(*)::int as count, bool_and(corrected_at - usage_date < interval '8 days 1 hour') as soon
     from event_corrections where organization_id = $1`,
    [organization.id],
  )
  expect(rows).toEqual([{ count: 12, soon: true }])
  await isBalanced()
})

test('credit that falls below an amount because outcomes settle is announced at that time', async () => {
  at = new Date('2027-01-01T00:00:00Z')
  const deal = await givenTickets(flatPrice('ticket', 1), { startDate: '2027-01-01' })
  const url = `/v1/customers/${deal.customerId}`
  await must(api.patch(url, { lowCreditAmount: 60 }))
  const credit = { kind: 'paid', currency: 'USD', amount: 100, effectiveAt: '2027-01-01' }
  await must(api.post(`${url}/credit-grants`, credit))
  await moveClock(api, '2027-01-03T00:00:00Z')
  await deal.use('ticket', 50, '2027-01-02T10:00:00Z')
  const falls = async () =>
    (
      await t.database.pool.query(
        `select kind, unbilled::int, balance::int from credit_alerts where organization_id = $1`,
        [organization.id],
      )
    ).rows
  await moveClock(api, '2027-01-09T09:00:00Z')
  expect(await falls()).toEqual([])
  await moveClock(api, '2027-01-11T00:00:00Z')
  expect(await falls()).toEqual([{ kind: 'low', unbilled: 50, balance: 100 }])
})

test('usage of a deleted customer settles too', async () => {
  at = new Date('2026-01-15T00:00:00Z')
  const deal = await givenTickets(flatPrice('ticket', 1), { endDate: '2026-01-20' })
  await deal.use('ticket', 5, '2026-01-19T08:00:00Z')
  at = new Date('2026-01-22T00:00:00Z')
  expect((await api.delete(`/v1/customers/${deal.customerId}`)).status).toBe(204)
  await settle('2026-01-27T00:00:00Z')
  const { rows } = await t.database.pool.query(
    'select count(*)::int as count from provisional_outcomes where organization_id = $1',
    [organization.id],
  )
  expect(rows).toEqual([{ count: 0 }])
  await isBalanced()
})

describe('a signal without a window', () => {
  /** Answers about the usage of a deal, as their exact texts. */
  async function answersOf(deal: Deal, eventId: string, invoice: Invoice): Promise<string[]> {
    const days = `startDate=2026-01-01&endDate=2026-02-28&customerId=${deal.customerId}`
    const line = `${INVOICES}/${invoice.id}/lines/${invoice.lineItems[0]?.id}`
    const urls = [
      `/v1/events?customerId=${deal.customerId}`,
      `/v1/events/${eventId}`,
      '/v1/runs/run-plain',
      `${line}/explanation`,
      `${line}/events`,
      ...['usage', 'cost', 'revenue', 'profitability', 'outcomes'].map(
        (kind) => `/v1/analytics/${kind}?${days}`,
      ),
    ]
    const answers: string[] = []
    for (const url of urls) {
      const { status, body } = await api.get(url)
      expect(status, url).toBe(200)
      answers.push(withoutTimes(JSON.stringify(body)))
    }
    const { body } = await deal.preview(FEBRUARY)
    return [...answers, withoutTimes(JSON.stringify(body))]
  }
  /** Without what differs between any two answers: when they were read, and ids of unsaved lines. */
  const withoutTimes = (text: string) =>
    text.replaceAll(/"asOf":"[^"]*"/g, '').replaceAll(/"id":"[^"]*"/g, '')

  test('has the same answers to the byte while others of the organization have one', async () => {
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    const { eventId } = await deal.use('ticket', 3, IN_JANUARY, { runId: 'run-plain' })
    await reject(eventId, 1)
    const invoice = await sendInvoice(api, await deal.generate(JANUARY))
    await deal.use('ticket', 2, '2026-02-01T10:00:00Z')
    const before = await answersOf(deal, eventId, invoice)
    const other = await givenTickets()
    await other.use('ticket', 10, IN_JANUARY)
    expect(await answersOf(deal, eventId, invoice)).toEqual(before)
    expect(before.join()).not.toMatch(/provisional|settlesAt/)
    await settle(SETTLED)
    at = new Date('2026-02-01T12:00:00Z')
    expect(await answersOf(deal, eventId, invoice)).toEqual(before)
  })

  test('stores no provisional unit and no end of a window', async () => {
    const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
    await deal.use('ticket', 3, IN_JANUARY)
    const { rows } = await t.database.pool.query(
      `select provisional_quantity, settles_at, rejected_quantity::text,
         (select count(*)::int from provisional_outcomes where organization_id = $1) as open
       from usage_events where organization_id = $1`,
      [organization.id],
    )
    expect(rows).toEqual([
      { provisional_quantity: null, settles_at: null, rejected_quantity: '0', open: 0 },
    ])
  })
})
