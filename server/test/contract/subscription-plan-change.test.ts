import { beforeEach, describe, expect, test } from 'vitest'
import { runBilling } from '../../src/clock-round/run-billing.ts'
import { must } from '../support/app.ts'
import { type DealFields, FEE, flatPrice, givenDeal, priced } from '../support/deal.ts'
import {
  ABSENT,
  type Fields,
  givenCoupon,
  givenCustomer,
  givenDiscount,
  givenPlan,
  givenStrategies,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  amountsOf,
  expectToAddUp,
  type Invoice,
  MARCH,
  month,
  readInvoice,
  sendInvoice,
  voidInvoice,
} from '../support/invoice.ts'
import { givenPortal } from '../support/portal.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { useStranger, useTestApp } from '../support/use-app.ts'
import { runBehindLock, untilWaiting } from '../support/waiting.ts'

const NOW = '2026-03-16T12:00:00Z'
let now = new Date(NOW)

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api } = t
const stranger = useStranger(t)

beforeEach(() => {
  now = new Date(NOW)
})

const POOL = (size: number, fee: number, rate = 0.15): Fields =>
  priced('ticket', {
    name: 'Tickets',
    pricingModel: 'credit_pool',
    tiers: [
      { lower: 0, upper: size, rate: fee },
      { lower: size, upper: null, rate },
    ],
  })

type ChangeFields = DealFields & { to?: Fields[]; toPlan?: Fields }

/** A subscription from 1 March with a fee of 49, and a plan with a fee of 99 for the same agent. */
async function givenPlans({ to = [{ ...FEE, rate: 99 }], toPlan, ...fields }: ChangeFields = {}) {
  const deal = await givenDeal(api, { prices: [FEE], ...fields })
  const { id: largeId } = await givenPlan(api, { agentId: deal.agentId, name: 'Large', ...toPlan })
  const rows = to.map(({ signal, ...price }) =>
    typeof signal === 'string'
      ? { chargeType: 'usage', signalId: deal.signalIds[signal], ...price }
      : price,
  )
  if (rows.length > 0) await givenStrategies(api, largeId, ...rows)
  const url = `/v1/subscriptions/${deal.subscriptionId}`
  const change = (when = 'now', body: Fields = {}) =>
    api.post(`${url}/plan-change`, { planId: largeId, when, ...body })
  return {
    ...deal,
    url,
    largeId,
    change,
    changed: async (when?: string, body?: Fields) => must(change(when, body)),
    preview: (query: Record<string, string> = {}) =>
      api.get(
        `${url}/plan-change/preview?${new URLSearchParams({ planId: largeId, when: 'now', ...query })}`,
      ),
    takeBack: () => api.delete(`${url}/plan-change`),
    read: async () => must(api.get(url)),
    invoiceOf: async (subscriptionId: string, window: Fields = {}): Promise<Invoice> =>
      must(
        api.post('/v1/invoices/generate', {
          customerId: deal.customerId,
          subscriptionId,
          ...window,
        }),
      ),
  }
}

const linesOf = (invoice: Pick<Invoice, 'lineItems'>) =>
  invoice.lineItems.map(({ type, quantity, amount }) => [type, Number(quantity), Number(amount)])

const historyOf = async (id: string) =>
  (await must(api.get(`/v1/subscriptions/${id}/changelog`))).results.map(
    (entry: { changes: Fields[] }) => entry.changes,
  )

const eventsOf = async (id: string) => {
  const { rows } = await t.database.pool.query(
    'select type from outbox_events where object_id = $1 order by id',
    [id],
  )
  return rows.map(({ type }) => type)
}

const run = () => runBilling(t.dependencies, { now, only: t.organization.id })

describe('a change of plan', () => {
  test('ends one subscription and starts another with the same terms and periods, both by days', async () => {
    const { changed, subscriptionId, invoiceOf, planId, largeId } = await givenPlans({
      subscription: { seatsCount: 3, invoiceMemo: 'PO 7', metadata: { a: 1 }, netTerms: 14 },
    })
    const { effectiveFrom, ended, subscription } = await changed()
    expect(effectiveFrom).toBe('2026-03-16')
    expect(ended).toMatchObject({
      ...{ id: subscriptionId, status: 'ended', endDate: '2026-03-15', planId },
      ...{ replacesId: null, replacedById: subscription.id },
    })
    expect(subscription).toMatchObject({
      ...{ status: 'active', startDate: '2026-03-16', endDate: null, planId: largeId },
      ...{ seatsCount: 3, invoiceMemo: 'PO 7', metadata: { a: 1 }, netTerms: 14 },
      ...{ replacesId: subscriptionId, replacedById: null, proratedAmount: null },
      currentPeriod: { start: '2026-03-16T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' },
    })
    now = new Date('2026-04-02T00:00:00Z')
    const before = await invoiceOf(subscriptionId)
    const after = await invoiceOf(subscription.id, month('2026-03-16', '2026-04-01'))
    // 49 × 15 ÷ 31 and 99 × 16 ÷ 31.
    expect([linesOf(before), linesOf(after)]).toEqual([
      [['recurring', 1, 23.71]],
      [['recurring', 1, 51.1]],
    ])
    expect(after.lineItems[0]?.proration).toMatchObject({ daysCovered: 16, daysFull: 31 })
  })

  test('is billed by the clock on both sides', async () => {
    now = new Date('2026-03-01T00:00:00Z')
    const { changed, subscriptionId } = await givenPlans()
    now = new Date(NOW)
    const { subscription } = await changed()
    const totalsOf = async (id: string) =>
      (await must(api.get(`/v1/invoices?subscriptionId=${id}`))).data.map(
        ({ total, status }: Fields) => [total, status],
      )
    await run()
    expect(await totalsOf(subscriptionId)).toEqual([[23.71, 'draft']])
    now = new Date('2026-04-03T00:00:00Z')
    await run()
    now = new Date('2026-04-05T00:00:00Z')
    await run()
    expect(await totalsOf(subscriptionId)).toEqual([[23.71, 'issued']])
    expect(await totalsOf(subscription.id)).toEqual([[51.1, 'issued']])
  })

  test('of an upcoming day waits for it: revenue, status and portal follow the dates', async () => {
    const { changed, subscriptionId, customerId } = await givenPlans()
    const mrr = async () =>
      (await must(api.get(`/v1/analytics/mrr?variant=committed&customerId=${customerId}`))).mrr
    const shown = async () => {
      const browser = await givenPortal(t, api, customerId)
      const { results } = await must(browser.get('/v1/portal/subscriptions'))
      return results.map(({ planName, status, nextPlan }: Fields) => [planName, status, nextPlan])
    }
    const { subscription } = await changed('period_end')
    expect(subscription).toMatchObject({ status: 'upcoming', startDate: '2026-04-01' })
    expect(await mrr()).toBe(49)
    expect(await shown()).toEqual([
      ['Large', 'upcoming', null],
      [expect.any(String), 'active', { from: '2026-04-01', planName: 'Large' }],
    ])
    now = new Date('2026-04-01T00:00:00Z')
    expect(await mrr()).toBe(99)
    await run()
    expect(await eventsOf(subscriptionId)).toContain('subscription.ended')
    expect(await eventsOf(subscription.id)).toEqual([
      ...['subscription.created', 'subscription.plan_changed', 'subscription.activated'],
    ])
    expect((await shown())[1]).toEqual([expect.any(String), 'ended', null])
  })

  test('is in the history of both, and is announced', async () => {
    const { changed, subscriptionId, largeId } = await givenPlans()
    const { subscription } = await changed('2026-03-20')
    expect((await historyOf(subscriptionId))[0]).toEqual([
      { field: 'endDate', from: null, to: '2026-03-19' },
      { field: 'replacedById', from: null, to: subscription.id },
    ])
    expect((await historyOf(subscription.id))[0]).toEqual(
      expect.arrayContaining([
        { field: 'planId', from: null, to: largeId },
        { field: 'replacesId', from: null, to: subscriptionId },
      ]),
    )
    expect(await eventsOf(subscriptionId)).toEqual(['subscription.created', 'subscription.updated'])
    expect(await eventsOf(subscription.id)).toEqual([
      ...['subscription.created', 'subscription.plan_changed'],
    ])
  })

  test.each<[string, Fields, string, string[]]>([
    ['the 31st, clamped', { startDate: '2026-01-31' }, '2026-03-16', ['2026-03-31', '2026-04-30']],
    [
      'a billing day',
      { startDate: '2026-01-11', billingDay: 5 },
      '2026-03-20',
      ['2026-04-05', '2026-05-05'],
    ],
    [
      'a year',
      { startDate: '2026-02-28', billingCycle: 'yearly' },
      '2026-05-31',
      ['2027-02-28', '2028-02-28'],
    ],
    [
      'ten days',
      { startDate: '2026-03-01', billingCycle: 'custom', customCycleDays: 10 },
      '2026-03-20',
      ['2026-03-21', '2026-03-31'],
    ],
  ])('keeps the cycle: %s', async (_, subscription, when, starts) => {
    const { changed } = await givenPlans({ subscription })
    const { subscription: successor } = await changed(when)
    const { results } = await must(api.get(`/v1/subscriptions/${successor.id}/periods`))
    const shown = results.map(({ start }: { start: string }) => start.slice(0, 10))
    expect(shown.slice(0, 3)).toEqual([when, ...starts])
  })

  test('keeps moved invoice dates, also within the period that a move made', async () => {
    const { changed, url } = await givenPlans()
    await must(api.patch(`${url}/invoice-dates`, { nextInvoiceDate: '2026-03-25' }))
    const { subscription, ended } = await changed('2026-03-20')
    const periodsOf = async (id: string) =>
      (await must(api.get(`/v1/subscriptions/${id}/periods`))).results.map(
        ({ start, end }: Record<string, string>) => [start?.slice(0, 10), end?.slice(0, 10)],
      )
    expect(await periodsOf(ended.id)).toEqual([['2026-03-01', '2026-03-20']])
    expect((await periodsOf(subscription.id)).slice(0, 2)).toEqual([
      ['2026-03-20', '2026-03-25'],
      ['2026-03-25', '2026-04-25'],
    ])
    now = new Date('2026-03-25T00:00:00Z')
    const first = (await must(
      api.post('/v1/invoices/generate', {
        customerId: subscription.customerId,
        subscriptionId: subscription.id,
        ...month('2026-03-20', '2026-03-25'),
      }),
    )) as Invoice
    // Five days of the 31 of the regular period that begins on 1 March.
    expect(linesOf(first)).toEqual([['recurring', 1, 15.97]])
  })

  test('of the successor keeps counting, and its invoice dates can be moved', async () => {
    const { changed, largeId, agentId, planId } = await givenPlans({
      subscription: { startDate: '2026-01-31' },
    })
    const { subscription } = await changed()
    const url = `/v1/subscriptions/${subscription.id}`
    const { subscription: third } = await must(
      api.post(`${url}/plan-change`, { planId, when: '2026-03-20' }),
    )
    expect(third.currentPeriod).toBeNull()
    now = new Date('2026-03-21T00:00:00Z')
    const moved = await must(
      api.patch(`/v1/subscriptions/${third.id}/invoice-dates`, { nextInvoiceDate: '2026-04-10' }),
    )
    expect(moved.currentPeriod).toEqual({
      start: '2026-03-20T00:00:00.000Z',
      end: '2026-04-10T00:00:00.000Z',
    })
    expect([agentId, largeId]).toEqual([third.agentId, subscription.planId])
  })

  test('carries an end, and the seats that change later', async () => {
    const { changed, url } = await givenPlans({
      subscription: { endDate: '2026-08-31', seatsCount: 5 },
    })
    await must(api.post(`${url}/seats`, { seatsCount: 8, from: '2026-03-10' }))
    await must(api.post(`${url}/seats`, { seatsCount: 9, from: '2026-04-01' }))
    const { subscription } = await changed()
    expect(subscription).toMatchObject({ endDate: '2026-08-31', seatsCount: 8 })
    const { results } = await must(api.get(`/v1/subscriptions/${subscription.id}/seats`))
    expect(results.map(({ from, seatsCount }: Fields) => [from, seatsCount])).toEqual([
      ['2026-03-16', 8],
      ['2026-04-01', 9],
    ])
  })

  test('takes another number of seats', async () => {
    const { changed } = await givenPlans({ subscription: { seatsCount: 5 } })
    expect((await changed('now', { seatsCount: 20 })).subscription.seatsCount).toBe(20)
  })

  test.each([
    [{}, []],
    [{ chargeOnetime: true }, [250]],
  ])('bills one-time fees of the new plan only if asked: %j', async (body, amounts) => {
    const { changed, invoiceOf } = await givenPlans({
      to: [FEE, { chargeType: 'onetime', name: 'Set-up', rate: 250 }],
    })
    const { subscription } = await changed('now', body)
    expect(amountsOf(await invoiceOf(subscription.id), 'onetime')).toEqual(amounts)
    const { revenue } = await must(
      api.get(
        `/v1/analytics/revenue?customerId=${subscription.customerId}&startDate=2026-03-01&endDate=2026-03-31`,
      ),
    )
    expect(revenue).toBeCloseTo(23.71 + 25.29 + (amounts[0] ?? 0), 1)
  })

  test('gives usage to the plan of its day, also usage that comes late', async () => {
    const { changed, use, invoiceOf, subscriptionId } = await givenPlans({
      prices: [flatPrice('ticket', 1)],
      to: [flatPrice('ticket', 2)],
    })
    await use('ticket', 5, '2026-03-15T23:00:00Z')
    await use('ticket', 7, '2026-03-16T01:00:00Z')
    const { subscription } = await changed()
    const before = await sendInvoice(api, await invoiceOf(subscriptionId))
    expect(linesOf(before)).toEqual([['usage', 5, 5]])
    await use('ticket', 3, '2026-03-10T00:00:00Z')
    now = new Date('2026-04-02T00:00:00Z')
    const after = await invoiceOf(subscription.id, month('2026-03-16', '2026-04-01'))
    expect(linesOf(after)).toEqual([['usage', 7, 14]])
    await run()
    const { data } = await must(api.get(`/v1/invoices?subscriptionId=${subscriptionId}`))
    const late = await readInvoice(api, data[0].id)
    expect(linesOf(late)).toEqual([['late_usage', 3, 3]])
  })
})

describe('on the first day of a subscription', () => {
  test('changes its plan, until an invoice is final', async () => {
    const { change, changed, subscriptionId, largeId, planId, invoiceOf } = await givenPlans({
      subscription: { startDate: '2026-03-16' },
    })
    const draft = await invoiceOf(subscriptionId)
    const { ended, subscription } = await changed()
    expect([ended, subscription.id, subscription.planId]).toEqual([null, subscriptionId, largeId])
    expect((await readInvoice(api, draft.id)).status).toBe('void')
    expect(await eventsOf(subscriptionId)).toContain('subscription.plan_changed')
    await sendInvoice(api, await invoiceOf(subscriptionId))
    const { body } = await change('now', { planId })
    expect(body.ended).toMatchObject({ id: subscriptionId, status: 'ended', planId: largeId })
    expect(body.subscription).toMatchObject({
      startDate: '2026-03-16',
      proratedAmount: -99,
      planId,
    })
  })

  test('of a successor as well: twice a day leaves one successor', async () => {
    const { changed, planId, subscriptionId, largeId } = await givenPlans()
    const { id: thirdId } = await givenPlan(api, {
      agentId: (await must(api.get(`/v1/subscriptions/${subscriptionId}`))).agentId,
    })
    const { subscription } = await changed()
    const url = `/v1/subscriptions/${subscription.id}/plan-change`
    const again = await must(api.post(url, { planId: thirdId, when: 'now' }))
    expect([again.ended, again.subscription.id]).toEqual([null, subscription.id])
    expect(again.subscription).toMatchObject({ planId: thirdId, replacesId: subscriptionId })
    const { results } = await must(
      api.get(`/v1/subscriptions?customerId=${subscription.customerId}`),
    )
    expect(results).toHaveLength(2)
    expect([planId, largeId]).not.toContain(thirdId)
  })

  test('of an upcoming subscription', async () => {
    const { changed, subscriptionId } = await givenPlans({
      subscription: { startDate: '2026-05-01' },
    })
    const { effectiveFrom, subscription } = await changed()
    expect([effectiveFrom, subscription.id]).toEqual(['2026-05-01', subscriptionId])
  })
})

describe('a period that is invoiced already', () => {
  test('gives its fees back by days, as an amount of the successor that can be edited', async () => {
    const { changed, invoiceOf, subscriptionId } = await givenPlans({
      prices: [FEE, { chargeType: 'seat_based', name: 'Seats', rate: 12 }],
      subscription: { seatsCount: 5 },
    })
    const billed = await sendInvoice(api, await invoiceOf(subscriptionId))
    const { subscription } = await changed()
    // 49 × 16 ÷ 31 = 25.29, and 12 × 5 × 16 ÷ 31 = 30.97.
    expect(subscription.proratedAmount).toBe(-56.26)
    expect(await readInvoice(api, billed.id)).toEqual(billed)
    const first = await invoiceOf(subscription.id)
    expect(linesOf(first)).toEqual([
      ['recurring', 1, 51.1],
      ['proration', 1, -56.26],
    ])
    expectToAddUp(first)
    const url = `/v1/subscriptions/${subscription.id}`
    await must(api.patch(url, { proratedAmount: -50 }))
    expect(amountsOf(await invoiceOf(subscription.id), 'proration')).toEqual([-50])
  })

  test('in parts gives back only what is billed of the days that are left', async () => {
    const { changed, invoiceOf, subscriptionId } = await givenPlans()
    await sendInvoice(api, await invoiceOf(subscriptionId, month('2026-03-01', '2026-03-20')))
    const { subscription } = await changed()
    // 49 × 19 ÷ 31 less 49 × 15 ÷ 31, each rounded.
    expect(subscription.proratedAmount).toBe(-6.32)
    await expect(invoiceOf(subscriptionId)).rejects.toThrow()
  })

  test('of a draft gives nothing back: the draft is voided and billed by days', async () => {
    const { changed, invoiceOf, subscriptionId } = await givenPlans()
    const draft = await invoiceOf(subscriptionId)
    const { subscription } = await changed()
    expect(subscription.proratedAmount).toBeNull()
    expect((await readInvoice(api, draft.id)).status).toBe('void')
    expect((await invoiceOf(subscriptionId)).total).toBe(23.71)
  })

  test('of a void invoice gives nothing back', async () => {
    const { changed, invoiceOf, subscriptionId } = await givenPlans()
    await voidInvoice(api, await sendInvoice(api, await invoiceOf(subscriptionId)))
    expect((await changed()).subscription.proratedAmount).toBeNull()
  })

  test.each([
    ['the first day', '2026-03-01', -49],
    ['the last day', '2026-03-31', -1.58],
    ['the day after it', '2026-04-01', null],
  ])('counts from %s', async (_, when, amount) => {
    const { changed, invoiceOf, subscriptionId } = await givenPlans({
      subscription: { startDate: '2026-02-01' },
    })
    await sendInvoice(api, await invoiceOf(subscriptionId))
    expect((await changed(when)).subscription.proratedAmount).toBe(amount)
  })
})

describe('a pool', () => {
  const both = { prices: [POOL(1000, 99)], to: [POOL(5000, 299)] }

  test('that a change cuts has its fee and size by days on both sides', async () => {
    const { changed, use, invoiceOf, subscriptionId } = await givenPlans(both)
    await use('ticket', 500, '2026-03-10T00:00:00Z')
    const { subscription } = await changed()
    await use('ticket', 2600, '2026-03-16T08:00:00Z')
    now = new Date('2026-04-02T00:00:00Z')
    const before = await invoiceOf(subscriptionId)
    const after = await invoiceOf(subscription.id, month('2026-03-16', '2026-04-01'))
    // 99 × 15 ÷ 31 = 47.90 for 484 units, and 16 units above: 2.40.
    expect(linesOf(before)).toEqual([['usage', 500, 50.3]])
    expect(before.lineItems[0]?.tiers).toMatchObject([
      { upper: 484, units: 484, amount: 47.9 },
      { units: 16, amount: 2.4 },
    ])
    // 299 × 16 ÷ 31 = 154.32 for 2581 units, and 19 units above: 2.85.
    expect(linesOf(after)).toEqual([['usage', 2600, 157.17]])
    for (const invoice of [before, after]) expectToAddUp(invoice)
    expect(amountsOf(await invoiceOf(subscription.id), 'usage')).toEqual([299])
  })

  test.each([
    ['by days while few units are used', 100, -51.1],
    ['by units once more are used', 700, -29.7],
    ['nothing once all are used', 1200, null],
  ])('that is invoiced is given back %s', async (_, used, amount) => {
    const { changed, use, invoiceOf, subscriptionId } = await givenPlans(both)
    await use('ticket', used, '2026-03-10T00:00:00Z')
    await sendInvoice(api, await invoiceOf(subscriptionId))
    expect((await changed()).subscription.proratedAmount).toBe(amount)
  })

  test('that is invoiced in part counts the units after that part, and stays whole', async () => {
    const { changed, use, invoiceOf, subscriptionId } = await givenPlans(both)
    await use('ticket', 300, '2026-03-05T00:00:00Z')
    await sendInvoice(api, await invoiceOf(subscriptionId, month('2026-03-01', '2026-03-10')))
    await use('ticket', 500, '2026-03-12T00:00:00Z')
    const { subscription } = await changed()
    // 800 of 1,000 units are used: 99 × 0.2.
    expect(subscription.proratedAmount).toBe(-19.8)
    expect(
      amountsOf(await invoiceOf(subscriptionId, month('2026-03-10', '2026-03-16')), 'usage'),
    ).toEqual([])
  })

  test('in a draft of a part is recomputed at once', async () => {
    const { changed, invoiceOf, subscriptionId } = await givenPlans(both)
    const draft = await invoiceOf(subscriptionId, month('2026-03-01', '2026-03-10'))
    expect(draft.total).toBe(99)
    await changed()
    expect(await readInvoice(api, draft.id)).toMatchObject({ status: 'draft', total: 47.9 })
  })
})

describe('a fee in advance', () => {
  const ADVANCE = (rate: number): Fields => ({
    ...{ chargeType: 'recurring', name: 'Platform', rate, billTiming: 'advance' },
  })

  /** A fee of 310 in advance that is billed at the start, until the 16th. */
  async function givenAdvance(fields: ChangeFields = {}) {
    now = new Date('2026-03-01T00:00:00Z')
    const deal = await givenPlans({ prices: [ADVANCE(310)], to: [ADVANCE(620)], ...fields })
    await run()
    now = new Date('2026-03-02T12:00:00Z')
    await run()
    now = new Date(NOW)
    const invoicesOf = async (id: string): Promise<Invoice[]> => {
      const { data } = await must(api.get(`/v1/invoices?subscriptionId=${id}&sortOrder=asc`))
      const all = await Promise.all(data.map((one: { id: string }) => readInvoice(api, one.id)))
      return all.filter(({ status }) => status !== 'void')
    }
    return { ...deal, invoicesOf }
  }

  test('counts once in what is available of credit, before the last invoice exists and with its draft', async () => {
    const { changed, customerId } = await givenAdvance()
    const available = async () => {
      const { credit } = await must(api.get(`/v1/customers/${customerId}/credit`))
      return credit.map((one: Fields) => one.available)
    }
    expect(await available()).toEqual([-310])
    await changed()
    // 160 come back; 320 for the rest of March and 620 for April are to be paid.
    expect(await available()).toEqual([-780])
    await run()
    expect(await available()).toEqual([-780])
  })

  test('is given back by days on the last invoice, and the successor bills its own at the start', async () => {
    const { changed, preview, invoicesOf, subscriptionId } = await givenAdvance()
    const shown = await must(preview())
    const { subscription } = await changed()
    expect(subscription.proratedAmount).toBeNull()
    await run()
    const before = await invoicesOf(subscriptionId)
    const after = await invoicesOf(subscription.id)
    // 310 × 16 ÷ 31 and 620 × 16 ÷ 31.
    expect(before.map(linesOf)).toEqual([[['recurring', 1, 310]], [['proration', -1, -160]]])
    expect(after.map(linesOf)).toEqual([[['recurring', 1, 320]]])
    expect(linesOf(shown.closingInvoice)).toEqual([['proration', -1, -160]])
    expect(linesOf(shown.firstInvoice)).toEqual([['recurring', 1, 320]])
    expect([shown.periodBefore.total, shown.periodAfter.total]).toEqual([310, 620])
    now = new Date('2026-04-02T12:00:00Z')
    await run()
    const april = (await invoicesOf(subscription.id)).at(-1)
    expect(april && linesOf(april)).toEqual([['recurring', 1, 620]])
  })

  test('stays billed with keepAdvance', async () => {
    const { changed, invoicesOf, subscriptionId } = await givenAdvance()
    const { ended, subscription } = await changed('now', { keepAdvance: true })
    expect([ended.keepAdvance, subscription.keepAdvance]).toEqual([true, false])
    await run()
    expect((await invoicesOf(subscriptionId)).map(({ total }) => total)).toEqual([310])
  })

  test('has the coupon of its period, which counts once', async () => {
    const coupon = { percentOff: 10, duration: 'once' }
    now = new Date('2026-03-01T00:00:00Z')
    const { changed, customerId, subscriptionId } = await givenPlans({
      ...{ prices: [ADVANCE(310)], to: [ADVANCE(620)] },
    })
    const { id: couponId } = await givenCoupon(api, coupon)
    await givenDiscount(api, { couponId, subscriptionId })
    await run()
    now = new Date('2026-03-02T12:00:00Z')
    await run()
    now = new Date(NOW)
    const { subscription } = await changed()
    now = new Date('2026-03-18T12:00:00Z')
    await run()
    now = new Date('2026-04-02T12:00:00Z')
    await run()
    const { data } = await must(api.get(`/v1/invoices?customerId=${customerId}&limit=50`))
    const final = data.filter(({ status }: Fields) => status !== 'draft')
    const all = await Promise.all(final.map(({ id }: { id: string }) => readInvoice(api, id)))
    const figures = all
      .map(({ subtotal, discountTotal }) => [Number(subtotal), Number(discountTotal)])
      .toSorted(([a], [b]) => Number(a) - Number(b))
    // 10 % of 310 − 160 + 320.
    expect(figures).toEqual([
      [-160, -16],
      [310, 31],
      [320, 32],
    ])
    expect(subscription.replacesId).toBe(subscriptionId)
  })

  test('of a period that is invoiced whole comes back as an amount of the successor, the next one on a line', async () => {
    const { changed, invoiceOf, invoicesOf, subscriptionId } = await givenAdvance()
    const whole = await sendInvoice(api, await invoiceOf(subscriptionId))
    // The fee of April, which begins at the end of the window.
    expect(linesOf(whole)).toEqual([['recurring', 1, 310]])
    const { subscription } = await changed()
    expect(subscription.proratedAmount).toBe(-160)
    now = new Date('2026-04-03T12:00:00Z')
    await run()
    const last = (await invoicesOf(subscriptionId)).at(-1)
    expect(last && linesOf(last)).toEqual([['proration', -1, -310]])
  })

  test('in a draft of the period before is billed until the change', async () => {
    now = new Date('2026-03-01T00:00:00Z')
    const { changed, invoiceOf, subscriptionId } = await givenPlans({
      ...{ prices: [ADVANCE(310)], to: [ADVANCE(620)], subscription: { startDate: '2026-02-01' } },
    })
    now = new Date('2026-03-10T00:00:00Z')
    const draft = await invoiceOf(subscriptionId, month('2026-02-01', '2026-03-01'))
    expect(linesOf(draft)).toEqual([
      ['recurring', 1, 310],
      ['recurring', 1, 310],
    ])
    await changed('2026-03-16')
    expect(linesOf(await readInvoice(api, draft.id))).toEqual([
      ['recurring', 1, 310],
      ['recurring', 1, 150],
    ])
  })

  test('on the first day: the invoice at the start is given back in full', async () => {
    now = new Date('2026-03-16T01:00:00Z')
    const { change, subscriptionId } = await givenPlans({
      ...{ prices: [ADVANCE(310)], to: [ADVANCE(620)], subscription: { startDate: '2026-03-16' } },
    })
    await run()
    const { data } = await must(api.get(`/v1/invoices?subscriptionId=${subscriptionId}`))
    await sendInvoice(api, data[0])
    const { status, body } = await change()
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.ended).toMatchObject({ status: 'ended', id: subscriptionId })
    now = new Date('2026-04-03T12:00:00Z')
    await run()
    const listed = await must(api.get(`/v1/invoices?subscriptionId=${subscriptionId}`))
    const all = await Promise.all(listed.data.map(({ id }: { id: string }) => readInvoice(api, id)))
    expect(all.map(({ subtotal }) => Number(subtotal)).toSorted((a, b) => a - b)).toEqual([
      ...[-310, 310],
    ])
  })
})

describe('a coupon', () => {
  test('of the subscription goes on, and counts the cut period once', async () => {
    const { changed, invoiceOf, subscriptionId, customerId } = await givenPlans()
    const { id: couponId } = await givenCoupon(api, {
      percentOff: 10,
      duration: 'repeating',
      durationPeriods: 2,
    })
    await givenDiscount(api, { couponId, subscriptionId })
    const { subscription } = await changed()
    now = new Date('2026-05-03T00:00:00Z')
    const before = await sendInvoice(api, await invoiceOf(subscriptionId))
    const stub = await sendInvoice(
      api,
      await invoiceOf(subscription.id, month('2026-03-16', '2026-04-01')),
    )
    const april = await sendInvoice(
      api,
      await invoiceOf(subscription.id, month('2026-04-01', '2026-05-01')),
    )
    // 10 % of 23.71 + 51.10 = 74.81 is 7.48, of which 2.37 is taken.
    expect([before, stub, april].map(({ discountTotal }) => discountTotal)).toEqual([
      ...[2.37, 5.11, 9.9],
    ])
    now = new Date('2026-06-01T00:00:00Z')
    const may = await invoiceOf(subscription.id, month('2026-05-01', '2026-06-01'))
    expect(may.discountTotal).toBe(0)
    const { results } = await must(api.get(`/v1/discounts?customerId=${customerId}`))
    expect(results).toMatchObject([{ periodsUsed: 2, periodsLeft: 0 }])
  })

  test('of a fixed amount is taken once from the period, whichever invoice is first', async () => {
    for (const isOldFirst of [true, false]) {
      now = new Date(NOW)
      const { changed, invoiceOf, subscriptionId, customerId } = await givenPlans()
      const { id: couponId } = await givenCoupon(api, {
        ...{ amountOff: 30, currency: 'USD', duration: 'once' },
      })
      await givenDiscount(api, { couponId, customerId })
      const { subscription } = await changed()
      now = new Date('2026-04-02T00:00:00Z')
      const send = async (id: string) =>
        sendInvoice(
          api,
          await invoiceOf(id, id === subscriptionId ? {} : month('2026-03-16', '2026-04-01')),
        )
      const ids = [subscriptionId, subscription.id]
      const invoices = []
      for (const id of isOldFirst ? ids : ids.toReversed()) invoices.push(await send(id))
      const discounts = invoices.map(({ discountTotal }) => Number(discountTotal))
      expect(discounts).toEqual(isOldFirst ? [23.71, 6.29] : [30, 0])
    }
  })

  test('with tax included, credit and an invoiced period: what is given back has the discount of its period', async () => {
    const { changed, invoiceOf, subscriptionId, customerId } = await givenPlans()
    await must(
      api.post('/v1/tax-rates', {
        name: 'VAT',
        percentage: 19,
        isInclusive: true,
        isDefault: true,
      }),
    )
    const { id: couponId } = await givenCoupon(api, { percentOff: 50, duration: 'forever' })
    await givenDiscount(api, { couponId, subscriptionId })
    const billed = await sendInvoice(api, await invoiceOf(subscriptionId))
    expect(billed).toMatchObject({ subtotal: 49, discountTotal: 24.5, total: 24.5 })
    // An invoice below zero becomes credit.
    const other = await givenDeal(api, { prices: [] })
    const { id: otherId } = await must(
      api.post('/v1/subscriptions', {
        ...{ name: 'Other', planId: other.planId, agentId: other.agentId, customerId },
        ...{ startDate: '2026-03-01', proratedAmount: -5 },
      }),
    )
    await sendInvoice(api, await invoiceOf(otherId))
    const { subscription } = await changed()
    expect(subscription.proratedAmount).toBe(-25.29)
    const first = await invoiceOf(subscription.id)
    // 51.10 − 25.29 = 25.81. Half of 49 + 25.81 is 37.41, of which 24.50 is taken.
    expect(first).toMatchObject({
      ...{ subtotal: 25.81, discountTotal: 12.91, creditTotal: 5, total: 7.9 },
    })
    expectToAddUp(first)
    await must(api.delete(`/v1/tax-rates/${(await must(api.get('/v1/tax-rates'))).results[0].id}`))
  })
})

test('promotional credit returns to its grant where a change gives more back than the new plan costs', async () => {
  const { changed, invoiceOf, subscriptionId, customerId } = await givenPlans({
    to: [{ ...FEE, rate: 10 }],
  })
  const grants = `/v1/customers/${customerId}/credit-grants`
  await must(
    api.post(grants, { kind: 'promotional', name: 'Launch', amount: 100, currency: 'USD' }),
  )
  const billed = await sendInvoice(api, await invoiceOf(subscriptionId))
  expect(billed.total).toBe(0)
  const { subscription } = await changed()
  const first = await sendInvoice(api, await invoiceOf(subscription.id))
  // 5.16 − 25.29 = −20.13, which is no credit of the customer.
  expect(first).toMatchObject({ subtotal: -20.13, promotionTotal: -20.13, total: 0 })
})

describe('the preview', () => {
  test('is what the change then does: closing invoice, first invoice, and a whole period of each', async () => {
    const { changed, preview, use, invoiceOf, subscriptionId } = await givenPlans({
      prices: [FEE, POOL(1000, 99)],
      to: [{ ...FEE, rate: 99 }, POOL(5000, 299)],
    })
    await use('ticket', 500, '2026-03-10T00:00:00Z')
    const shown = await storesNothing(t.database.pool, () => must(preview()))
    expect(shown).toMatchObject({
      ...{ effectiveFrom: '2026-03-16', proratedAmount: null },
      closingInvoice: { total: 74.01, periodEnd: '2026-03-16T00:00:00.000Z' },
      firstInvoice: { total: 205.42, periodStart: '2026-03-16T00:00:00.000Z' },
      periodBefore: { total: 148, periodStart: '2026-04-01T00:00:00.000Z' },
      periodAfter: { total: 398, periodStart: '2026-04-01T00:00:00.000Z' },
    })
    const { subscription } = await changed()
    expect(linesOf(shown.closingInvoice)).toEqual(linesOf(await invoiceOf(subscriptionId)))
    expect(linesOf(shown.firstInvoice)).toEqual(linesOf(await invoiceOf(subscription.id)))
  })

  test('of an invoiced period has no closing invoice and shows what is given back', async () => {
    const { preview, changed, invoiceOf, subscriptionId } = await givenPlans()
    await sendInvoice(api, await invoiceOf(subscriptionId))
    const shown = await must(preview())
    expect(shown).toMatchObject({ closingInvoice: null, proratedAmount: -25.29 })
    const { subscription } = await changed()
    expect(linesOf(shown.firstInvoice)).toEqual(linesOf(await invoiceOf(subscription.id)))
  })

  test('of a change on the first day shows the subscription with the new plan', async () => {
    const { preview } = await givenPlans({ subscription: { startDate: '2026-03-16' } })
    expect(await must(preview())).toMatchObject({
      ...{ closingInvoice: null, proratedAmount: null },
      firstInvoice: { total: 99 },
      periodBefore: { total: 49 },
      periodAfter: { total: 99 },
    })
  })

  test('is refused as the change is', async () => {
    const { preview, change } = await givenPlans({ toPlan: { currency: 'EUR' } })
    const answers = [await preview(), await change()]
    expect(answers.map(({ status, body }) => [status, body.param])).toEqual([
      [422, 'planId'],
      [422, 'planId'],
    ])
  })
})

describe('taking back', () => {
  test('removes the upcoming successor, and the former end returns', async () => {
    const { changed, takeBack, read, subscriptionId, invoiceOf } = await givenPlans({
      subscription: { endDate: '2026-08-31' },
    })
    const before = await read()
    const { subscription } = await changed('2026-03-20')
    expect((await takeBack()).status).toBe(204)
    const after = await read()
    expect(after).toEqual({ ...before, version: after.version, updatedAt: after.updatedAt })
    expect(after.version).toBeGreaterThan(before.version)
    expect((await api.get(`/v1/subscriptions/${subscription.id}`)).status).toBe(404)
    expect((await historyOf(subscriptionId))[0]).toEqual([
      { field: 'endDate', from: '2026-03-19', to: '2026-08-31' },
      { field: 'replacedById', from: subscription.id, to: null },
    ])
    expect((await eventsOf(subscription.id)).slice(-2)).toEqual([
      ...['subscription.ended', 'subscription.deleted'],
    ])
    expect((await invoiceOf(subscriptionId)).total).toBe(49)
    expect((await changed('2026-03-25')).subscription.startDate).toBe('2026-03-25')
  })

  test('makes a pool whole again, also in a draft', async () => {
    const { changed, takeBack, invoiceOf, subscriptionId } = await givenPlans({
      ...{ prices: [POOL(1000, 99)], to: [POOL(5000, 299)] },
    })
    const draft = await invoiceOf(subscriptionId, month('2026-03-01', '2026-03-10'))
    await changed('2026-03-20')
    expect((await readInvoice(api, draft.id)).total).toBe(60.68)
    await takeBack()
    expect((await readInvoice(api, draft.id)).total).toBe(99)
  })

  test('is refused without a change, and once the new plan has begun', async () => {
    const { changed, takeBack } = await givenPlans()
    expect((await takeBack()).status).toBe(404)
    await changed('2026-03-17')
    now = new Date('2026-03-17T00:00:00Z')
    expect((await takeBack()).status).toBe(409)
  })

  test('of a change before another one is refused until that one is taken back', async () => {
    const { changed, takeBack, planId } = await givenPlans()
    const { subscription } = await changed('2026-03-20')
    const url = `/v1/subscriptions/${subscription.id}/plan-change`
    await must(api.post(url, { planId, when: '2026-03-25' }))
    expect((await takeBack()).status).toBe(409)
    expect((await api.delete(url)).status).toBe(204)
    expect((await takeBack()).status).toBe(204)
  })
})

describe('refuses', () => {
  test.each<[string, unknown]>([
    ['nothing', {}],
    ['no day', { planId: ABSENT }],
    ['a day that does not exist', { planId: ABSENT, when: '2026-02-30' }],
    ['a timestamp', { planId: ABSENT, when: '2026-03-20T12:00:00Z' }],
    ['another word', { planId: ABSENT, when: 'later' }],
    ['a plan that is no id', { planId: 'large', when: 'now' }],
    ['a negative number of seats', { planId: ABSENT, when: 'now', seatsCount: -1 }],
    ['an unknown field', { planId: ABSENT, when: 'now', price: 3 }],
  ])('as malformed: %s', async (_, body) => {
    const { url } = await givenPlans()
    expect((await api.post(`${url}/plan-change`, body)).status).toBe(400)
  })

  test.each<[string, Fields, string, number]>([
    ['a day before the current period', { startDate: '2026-01-01' }, '2026-02-28', 422],
    ['a day after the end', { endDate: '2026-03-31' }, '2026-04-01', 422],
    ['the end of a period with which it ends', { endDate: '2026-03-31' }, 'period_end', 422],
    ['an ended subscription', { endDate: '2026-03-10' }, 'now', 409],
  ])('%s', async (_, subscription, when, status) => {
    const { change } = await givenPlans({ subscription })
    expect((await change(when)).status).toBe(status)
  })

  test('a plan that is absent, inactive, not linked, in another currency, or the same', async () => {
    const { change, planId } = await givenPlans()
    const other = await givenPlan(api)
    const inactive = await givenPlans({ toPlan: { isActive: false } })
    const euro = await givenPlans({ toPlan: { currency: 'EUR' } })
    const answers = [
      await change('now', { planId: ABSENT }),
      await inactive.change(),
      await change('now', { planId: other.id }),
      await euro.change(),
      await change('now', { planId }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'not_found'],
      [422, 'inactive'],
      [422, 'agent_not_linked'],
      [422, 'inconsistent'],
      [422, 'inconsistent'],
    ])
  })

  test('a second change while one waits, and once it has begun', async () => {
    const { changed, change } = await givenPlans()
    await changed('2026-03-20')
    expect((await change('2026-03-25')).status).toBe(409)
    now = new Date('2026-03-21T00:00:00Z')
    expect((await change()).status).toBe(409)
  })

  test('what would break the deal: dates, cycle, customer and deletion of either', async () => {
    const { changed, url } = await givenPlans()
    const { subscription } = await changed('2026-03-20')
    const successor = `/v1/subscriptions/${subscription.id}`
    const { id: customerId } = await givenCustomer(api)
    const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status)
    expect(
      statusesOf([
        await api.patch(url, { endDate: '2026-03-25' }),
        await api.patch(url, { isForever: true }),
        await api.patch(url, { status: 'ended' }),
        await api.patch(url, { billingDay: 5 }),
        await api.patch(url, { customerId }),
        await api.patch(`${url}/invoice-dates`, { billingDay: 5 }),
        await api.delete(url),
        await api.delete(successor),
      ]),
    ).toEqual(Array(8).fill(409))
    expect(
      statusesOf([
        await api.patch(successor, { startDate: '2026-03-25' }),
        await api.patch(successor, { timezone: 'Asia/Tokyo' }),
        await api.patch(successor, { customerId }),
      ]),
    ).toEqual([422, 422, 422])
    await must(api.patch(url, { name: 'Old' }))
    await must(api.patch(successor, { name: 'New', endDate: '2026-12-31' }))
  })

  test('an overlap with another subscription', async () => {
    const { change, largeId, customerId, agentId } = await givenPlans()
    await must(
      api.post('/v1/subscriptions', {
        ...{ name: 'Other', planId: largeId, agentId, customerId, startDate: '2026-05-01' },
      }),
    )
    const { status, body } = await change()
    expect([status, body.code]).toEqual([409, 'overlapping_subscription'])
  })

  test('to take back another version than the current one', async () => {
    const { changed, url, read } = await givenPlans()
    await changed('2026-03-20')
    const headers = { 'x-api-key': t.organization.secretKey, 'if-match': '"99"' }
    const request = { method: 'DELETE', url: `${url}/plan-change`, headers } as const
    expect((await t.app.inject(request)).statusCode).toBe(412)
    expect((await read()).replacedById).not.toBeNull()
  })

  test("another organization's subscription as one that does not exist", async () => {
    const { url, largeId, read } = await givenPlans()
    const query = new URLSearchParams({ planId: largeId, when: 'now' })
    for (const at of [url, `/v1/subscriptions/${ABSENT}`]) {
      const body = { planId: largeId, when: 'now' }
      expect((await stranger.post(`${at}/plan-change`, body)).status).toBe(404)
      expect((await stranger.get(`${at}/plan-change/preview?${query}`)).status).toBe(404)
      expect((await stranger.delete(`${at}/plan-change`)).status).toBe(404)
    }
    expect((await read()).replacedById).toBeNull()
  })
})

describe('two processes', () => {
  /** Starts two requests that wait for the lock of the subscription, the second behind the first. */
  const behind = <First, Second>(
    { customerId, subscriptionId }: Fields,
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ) =>
    runBehindLock(
      t.database.pool,
      {
        lock: 'select from subscriptions where customer_id = $1 and id = $2 for update',
        values: [customerId, subscriptionId],
        sessions: 2,
      },
      async () => {
        const begun = first()
        await untilWaiting(t.database.pool, 1)
        return Promise.all([begun, second()])
      },
    )

  test('that change the plan: one does', async () => {
    const deal = await givenPlans()
    const answers = await behind(
      deal,
      () => deal.change(),
      () => deal.change('2026-03-20'),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 409])
  })

  test('that finalize and change: what the invoice billed is given back', async () => {
    const deal = await givenPlans()
    const draft = await deal.invoiceOf(deal.subscriptionId)
    const [sent, changed] = await behind(
      deal,
      () => api.post(`/v1/invoices/${draft.id}/send`, {}),
      () => deal.change(),
    )
    expect([sent.status, changed.status]).toEqual([200, 201])
    expect(changed.body.subscription.proratedAmount).toBe(-25.29)
    expect(await readInvoice(api, draft.id)).toMatchObject({ status: 'issued', total: 49 })
  })

  test('that change and finalize: the draft is void, and nothing is given back', async () => {
    const deal = await givenPlans()
    const draft = await deal.invoiceOf(deal.subscriptionId)
    const [changed, sent] = await behind(
      deal,
      () => deal.change(),
      () => api.post(`/v1/invoices/${draft.id}/send`, {}),
    )
    expect(changed.status).toBe(201)
    expect(sent.status).toBeGreaterThanOrEqual(400)
    expect(changed.body.subscription.proratedAmount).toBeNull()
    expect((await readInvoice(api, draft.id)).status).toBe('void')
  })

  test('of which one takes back what the other changes', async () => {
    const deal = await givenPlans()
    const [changed, taken] = await behind(
      deal,
      () => deal.change('2026-03-20'),
      () => deal.takeBack(),
    )
    expect([changed.status, taken.status]).toEqual([201, 204])
    expect(await deal.read()).toMatchObject({ endDate: null, replacedById: null })
  })

  test('of which one changes the plan while the clock bills its period', async () => {
    const deal = await givenPlans()
    now = new Date('2026-04-01T00:30:00Z')
    const [changed] = await Promise.all([deal.change('2026-04-01'), run()])
    expect(changed.status, JSON.stringify(changed.body)).toBe(201)
    await run()
    const { data } = await must(api.get(`/v1/invoices?subscriptionId=${deal.subscriptionId}`))
    expect(data.filter(({ status }: Fields) => status !== 'void')).toMatchObject([{ total: 49 }])
  })
})

test('a void of what was billed before the change bills the days before it again', async () => {
  const { changed, invoiceOf, subscriptionId } = await givenPlans()
  const billed = await sendInvoice(api, await invoiceOf(subscriptionId))
  await changed()
  await voidInvoice(api, billed)
  expect((await invoiceOf(subscriptionId)).total).toBe(23.71)
})

test('a window that covers the change is refused, and so is another month of the old plan', async () => {
  const { changed, subscriptionId, customerId } = await givenPlans()
  await changed()
  now = new Date('2026-04-10T00:00:00Z')
  const ids = { customerId, subscriptionId }
  const whole = await must(api.post('/v1/invoices/generate', { ...ids, ...MARCH }))
  expect(whole).toMatchObject({ periodEnd: '2026-03-16T00:00:00.000Z', total: 23.71 })
})
