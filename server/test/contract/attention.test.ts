import { expect, test } from 'vitest'
import { createApi, createTestOrganization, must } from '../support/app.ts'
import { FEE, givenDeal } from '../support/deal.ts'
import { INVOICES, month, sendInvoice, voidInvoice } from '../support/invoice.ts'
import { moveClock } from '../support/test-clock.ts'
import { llm } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-01-01T00:00:00.000Z') })
const { api } = useOrganizationPerTest(t)

const attention = () => must(api.get('/v1/attention'))

test('nothing needs attention in an empty organization', async () => {
  expect(await attention()).toEqual({
    uncostedEvents: 0,
    eventsWithoutTokens: 0,
    unpriced: { quantity: 0, eventCount: 0, cost: 0 },
    overdue: [],
    failedCharges: 0,
    failedMails: 0,
    disabledWebhooks: 0,
    draftsGoingOut: 0,
    firstDraftAt: null,
    unbilledSubscriptions: 0,
    unbilledTime: [],
  })
})

test('events without a cost are counted until they have one', async () => {
  await must(api.record(llm({ model: 'our-own', modelProvider: 'in-house' })))
  expect((await attention()).uncostedEvents).toBe(1)
})

test('shows the unpriced work of the last 30 days after a refresh', async () => {
  await must(api.record(llm({ quantity: 3, usageDate: '2025-12-20T10:00:00Z' })))
  await must(api.record(llm({ quantity: 9, usageDate: '2025-11-20T10:00:00Z' })))
  await must(api.get('/v1/analytics/overview'))
  expect((await attention()).unpriced).toEqual({ quantity: 3, eventCount: 1, cost: 0.0075 })
})

test('unpriced work that was voided needs no attention', async () => {
  const usageDate = '2025-12-20T10:00:00Z'
  const record = llm({ quantity: 3, usageDate, customerExternalId: 'misspelt' })
  const { results } = await must(api.record(record))
  await must(api.get('/v1/analytics/overview'))
  expect((await attention()).unpriced).toMatchObject({ quantity: 3, eventCount: 1 })
  await must(api.post(`/v1/events/${results.success[0].eventId}/void`, {}))
  await must(api.get('/v1/analytics/overview'))
  expect((await attention()).unpriced).toEqual({ quantity: 0, eventCount: 0, cost: 0 })
})

test('lists drafts sent within a day, and overdue invoices with their amounts due', async () => {
  await must(api.patch('/v1/organization', { graceHours: 48 }))
  await givenDeal(api, { prices: [FEE], subscription: { startDate: '2026-01-01' } })
  await moveClock(api, '2026-02-01T01:00:00Z')
  expect((await attention()).draftsGoingOut).toBe(0)
  await moveClock(api, '2026-02-02T01:00:00Z')
  expect(await attention()).toMatchObject({
    draftsGoingOut: 1,
    firstDraftAt: '2026-02-03T00:00:00.000Z',
  })
  await moveClock(api, '2026-02-03T01:00:00Z')
  expect(await attention()).toMatchObject({ draftsGoingOut: 0, firstDraftAt: null, overdue: [] })
  await moveClock(api, '2026-04-20T00:00:00Z')
  const { data } = await must(api.get(`${INVOICES}?status=overdue`))
  expect(data.length).toBeGreaterThan(0)
  const paid = { amount: 9, method: 'cash' }
  const payments = `${INVOICES}/${data[0].id}/payments`
  await must(api.post(payments, paid))
  const due = 49 * data.length - 9
  expect((await attention()).overdue).toEqual([
    { currency: 'USD', count: data.length, amount: due },
  ])
  const { payments: made } = await must(api.get(`${INVOICES}/${data[0].id}`))
  await must(api.post(`${payments}/${made[0].id}/refund`, { amount: 4 }))
  expect((await attention()).overdue).toEqual([
    { currency: 'USD', count: data.length, amount: due + 4 },
  ])
})

test('ranges that are not billed automatically are listed, also on their subscription, until they are billed', async () => {
  const subscription = { startDate: '2026-01-01', name: 'Acme Pro' }
  const deal = await givenDeal(api, { prices: [FEE], subscription })
  const stranger = createApi(t.app, (await createTestOrganization(t.dependencies)).secretKey)
  await moveClock(api, '2026-03-10T00:00:00Z')
  const unbilled = async () => {
    const { unbilledSubscriptions, unbilledTime } = await attention()
    const path = `/v1/subscriptions/${deal.subscriptionId}`
    const own = (await must(api.get(path))).unbilledTime
    const [listed] = (await must(api.get('/v1/subscriptions'))).results
    expect(listed.unbilledTime).toEqual(own)
    expect(
      unbilledTime.map(({ subscriptionId: _, ...time }: Record<string, unknown>) => time),
    ).toEqual(
      own.map((time: Record<string, unknown>) => {
        const customer = { customerId: deal.customerId, customerExternalId: deal.externalId }
        return { ...time, subscriptionName: 'Acme Pro', ...customer }
      }),
    )
    expect(unbilledSubscriptions).toBe(own.length > 0 ? 1 : 0)
    return own.map(({ start, end, reason }: Record<string, string>) => [start, end, reason])
  }
  expect(await unbilled()).toEqual([])
  const { data } = await must(api.get(`${INVOICES}?customerId=${deal.customerId}`))
  const february = data.find(({ periodStart }: { periodStart: string }) =>
    periodStart.startsWith('2026-02'),
  )
  await voidInvoice(api, february)
  const [from, to] = ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']
  expect(await unbilled()).toEqual([[from, to, 'voided']])
  const other = await must(stranger.get('/v1/attention'))
  expect([other.unbilledSubscriptions, other.unbilledTime]).toEqual([0, []])

  const part = await deal.generate(month('2026-02-05', '2026-02-10'))
  expect(await unbilled()).toEqual([
    [from, '2026-02-05T00:00:00.000Z', 'voided'],
    ['2026-02-05T00:00:00.000Z', '2026-02-10T00:00:00.000Z', 'draft'],
    ['2026-02-10T00:00:00.000Z', to, 'voided'],
  ])
  await sendInvoice(api, part)
  expect(await unbilled()).toEqual([
    [from, '2026-02-05T00:00:00.000Z', 'voided'],
    ['2026-02-10T00:00:00.000Z', to, 'voided'],
  ])
  // Time that the subscription no longer covers is not unbilled.
  await must(api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { endDate: '2026-02-14' }))
  expect(await unbilled()).toEqual([
    [from, '2026-02-05T00:00:00.000Z', 'voided'],
    ['2026-02-10T00:00:00.000Z', '2026-02-15T00:00:00.000Z', 'voided'],
  ])
  for (const [start, end] of [
    ['2026-02-01', '2026-02-05'],
    ['2026-02-10', '2026-02-15'],
  ] as const) {
    await sendInvoice(api, await deal.generate(month(start, end)))
  }
  expect(await unbilled()).toEqual([])
})
