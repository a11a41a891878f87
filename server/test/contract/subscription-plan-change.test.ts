import { describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { FEE, flatPrice } from '../support/deal.ts'
import { type Fields, givenPlan } from '../support/given.ts'
import { amountsOf, type Invoice, month, readInvoice, sendInvoice } from '../support/invoice.ts'
import { linesOf, NOW, POOL, usePlanChanges } from '../support/plan-change.ts'
import { givenPortal } from '../support/portal.ts'
import { runBehindLock, untilWaiting } from '../support/waiting.ts'

const { t, api, givenPlans, historyOf, eventsOf, run, setNow } = usePlanChanges()

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
    setNow('2026-04-02T00:00:00Z')
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
    setNow('2026-03-01T00:00:00Z')
    const { changed, subscriptionId } = await givenPlans()
    setNow(NOW)
    const { subscription } = await changed()
    const totalsOf = async (id: string) =>
      (await must(api.get(`/v1/invoices?subscriptionId=${id}`))).data.map(
        ({ total, status }: Fields) => [total, status],
      )
    await run()
    expect(await totalsOf(subscriptionId)).toEqual([[23.71, 'draft']])
    setNow('2026-04-03T00:00:00Z')
    await run()
    setNow('2026-04-05T00:00:00Z')
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
    setNow('2026-04-01T00:00:00Z')
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
    setNow('2026-03-25T00:00:00Z')
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
    setNow('2026-03-21T00:00:00Z')
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
    setNow('2026-04-02T00:00:00Z')
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
    setNow('2026-03-17T00:00:00Z')
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
    setNow('2026-04-01T00:30:00Z')
    const [changed] = await Promise.all([deal.change('2026-04-01'), run()])
    expect(changed.status, JSON.stringify(changed.body)).toBe(201)
    await run()
    const { data } = await must(api.get(`/v1/invoices?subscriptionId=${deal.subscriptionId}`))
    expect(data.filter(({ status }: Fields) => status !== 'void')).toMatchObject([{ total: 49 }])
  })
})
