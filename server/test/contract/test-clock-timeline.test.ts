import { expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { FEE, givenDeal } from '../support/deal.ts'
import { sendInvoice, voidInvoice } from '../support/invoice.ts'
import { moveClock } from '../support/test-clock.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-01-01T00:00:00.000Z') })
const { api } = useOrganizationPerTest(t)

type Entry = { at: string; kind: string; isDone: boolean; customerName: string }
const TIMELINE = '/v1/test-clock/timeline'
const timeline = async (query = '') => must(api.get(`${TIMELINE}${query}`))
const inShort = ({ results }: { results: Entry[] }) =>
  results.map(({ at, kind, isDone }) => `${at.slice(0, 13)} ${kind}${isDone ? ' done' : ''}`)

const SUBSCRIPTION = { startDate: '2026-01-10', endDate: '2026-12-31' }

test('lists future events, which have happened at their time once the clock arrives', async () => {
  await must(api.patch('/v1/organization', { graceHours: 24, reminderDays: [] }))
  await givenDeal(api, { prices: [FEE], subscription: SUBSCRIPTION })
  const before = await timeline('?endDate=2026-02-15')
  expect(inShort(before)).toEqual(['2026-01-10T00 subscription_start'])
  expect(before.nextDueAt).toBe('2026-01-10T00:00:00.000Z')

  await moveClock(api, '2026-01-11T00:00:00Z')
  const begun = await timeline('?endDate=2026-02-15')
  expect(inShort(begun)).toEqual(['2026-02-10T00 invoice_draft'])

  await moveClock(api, '2026-02-10T12:00:00Z')
  const onTheWay = await timeline('?startDate=2026-01-01&endDate=2026-02-12')
  expect(inShort(onTheWay)).toEqual([
    '2026-01-10T00 subscription_start done',
    '2026-02-10T00 invoice_draft done',
    '2026-02-11T00 invoice_finalize',
  ])
  expect(onTheWay.nextDueAt).toBe('2026-02-11T00:00:00.000Z')

  await moveClock(api, '2026-02-12T00:00:00Z')
  expect(inShort(await timeline('?startDate=2026-02-11&endDate=2026-02-11'))).toEqual([
    '2026-02-11T00 invoice_finalize done',
    '2026-02-11T00 invoice_issue done',
  ])
})

test('the clock stops next at the very time that the timeline names', async () => {
  await givenDeal(api, { prices: [FEE], subscription: SUBSCRIPTION })
  for (let step = 0; step < 4; step += 1) {
    const { nextDueAt, now } = await timeline()
    expect(nextDueAt > now).toBe(true)
    await moveClock(api, nextDueAt)
    const { results } = await timeline(`?startDate=${nextDueAt}&endDate=${nextDueAt}`)
    expect(results.length).toBeGreaterThan(0)
    expect(results.every(({ isDone }: Entry) => isDone)).toBe(true)
  }
})

test('no draft is announced after the end of a subscription, where the clock only checks', async () => {
  await must(api.patch('/v1/organization', { graceHours: 24, reminderDays: [] }))
  await givenDeal(api, {
    prices: [FEE],
    subscription: { startDate: '2026-01-10', endDate: '2026-02-20' },
  })
  await moveClock(api, '2026-02-15T00:00:00Z')
  const last = ['2026-02-21T00 subscription_end', '2026-02-21T00 invoice_draft']
  expect(inShort(await timeline('?startDate=2026-02-15&endDate=2026-12-31'))).toEqual(
    expect.arrayContaining(last),
  )
  await moveClock(api, '2026-02-23T00:00:00Z')
  const after = await timeline('?startDate=2026-02-23&endDate=2026-12-31')
  expect(inShort(after).filter((entry: string) => entry.includes('invoice_draft'))).toEqual([])
  expect(after.nextDueAt).toBe('2026-03-01T00:00:00.000Z')
})

test('a period that was invoiced early makes no draft at its end', async () => {
  await must(api.patch('/v1/organization', { graceHours: 24, reminderDays: [] }))
  const deal = await givenDeal(api, { prices: [FEE], subscription: { startDate: '2026-01-01' } })
  await moveClock(api, '2026-01-20T00:00:00Z')
  const drafts = async () => {
    const { results } = await timeline('?endDate=2026-03-15')
    return results.filter(({ kind }: Entry) => kind === 'invoice_draft').length
  }
  expect(await drafts()).toBe(1)
  const { customerId, subscriptionId } = deal
  const periods = `/v1/subscriptions/${subscriptionId}/periods`
  const part = { billingPeriodStart: '2026-01-10', billingPeriodEnd: '2026-02-01' }
  const some = await must(
    api.post('/v1/invoices/generate', { customerId, subscriptionId, ...part }),
  )
  expect(await drafts()).toBe(1)
  expect((await must(api.get(periods))).results[0].invoice).toBeNull()
  await voidInvoice(api, some)
  const whole = await must(api.post('/v1/invoices/generate', { customerId, subscriptionId }))
  const { id, invoiceNumber } = await sendInvoice(api, whole)
  expect(await drafts()).toBe(0)
  expect((await timeline()).nextDueAt).not.toBe('2026-02-01T00:00:00.000Z')
  const [january, february] = (await must(api.get(periods))).results
  expect(january.invoice).toMatchObject({ id, invoiceNumber })
  expect(february.invoice).toBeNull()
})

test('a deleted subscription is no longer in the timeline', async () => {
  const deal = await givenDeal(api, { prices: [FEE], subscription: SUBSCRIPTION })
  await must(api.delete(`/v1/subscriptions/${deal.subscriptionId}`))
  expect(await timeline('?endDate=2026-12-31')).toMatchObject({ results: [], nextDueAt: null })
})
