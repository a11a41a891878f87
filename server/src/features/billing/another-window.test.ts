import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY, TICKETS } from '../../../test/support/deal.ts'
import { lineTable } from '../../../test/support/invoice.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { runBilling } from '../../clock-round/run-billing.ts'

let at = new Date('2026-03-01T00:00:00Z')
const t = useTestApp({ now: () => at })

const window = (billingPeriodStart: string, billingPeriodEnd: string) => ({
  billingPeriodStart,
  billingPeriodEnd,
})
const run = (time: string) => {
  at = new Date(time)
  return runBilling(t.dependencies, { now: at, only: t.organization.id })
}
const action = (id: string, name: string) => t.api.post(`/v1/invoices/${id}/${name}`, {})
const listed = async ({ customerId }: { customerId: string }) =>
  (await t.api.get(`/v1/invoices?customerId=${customerId}`)).body.data

test.each([
  ['later start', window('2026-03-05', '2026-03-20')],
  ['earlier start', window('2026-03-02', '2026-03-20')],
  ['earlier end', window('2026-03-03', '2026-03-19')],
  ['later end', window('2026-03-03', '2026-03-21')],
  ['whole period', {}],
])('a window with a %s than the live draft is a 409 that names the draft', async (_, other) => {
  at = new Date('2026-03-25T00:00:00Z')
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  const own = window('2026-03-03', '2026-03-20')
  const draft = await deal.generate(own)
  for (const answer of [await deal.tryGenerate(other), await deal.preview(other)]) {
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain(draft.invoiceNumber)
    expect(answer.body.message).toContain('void it')
  }
  expect(await listed(deal)).toMatchObject([
    { id: draft.id, periodStart: draft.periodStart, periodEnd: draft.periodEnd },
  ])
  expect((await deal.generate(own)).id).toBe(draft.id)
})

test('a draft keeps its requested window as far as a later end allows', async () => {
  at = new Date('2026-03-25T00:00:00Z')
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  const own = window('2026-03-03', '2026-03-20')
  const draft = await deal.generate(own)
  await t.api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { endDate: '2026-03-09' })
  const again = await deal.generate(own)
  expect(again).toMatchObject({ id: draft.id, periodEnd: '2026-03-10T00:00:00.000Z' })
})

test('no message advises voiding an invoice that cannot be voided', async () => {
  at = new Date('2026-03-25T00:00:00Z')
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 10, '2026-03-05T00:00:00Z')
  const march = await deal.generate()
  await action(march.id, 'send')
  const why = async () => {
    const { status, body } = await deal.tryGenerate(window('2026-03-05', '2026-03-10'))
    expect(status).toBe(409)
    return body.message
  }
  expect(await why()).toContain('void it before')
  const { body: part } = await t.api.post(`/v1/invoices/${march.id}/payments`, { amount: 4 })
  expect(await why()).toContain('refund it first')
  expect(await why()).not.toContain('void it')
  await t.api.post(`/v1/invoices/${march.id}/payments/${part.id}/refund`, {})
  await t.api.post(`/v1/invoices/${march.id}/payments`, { amount: 10 })
  expect(await why()).toContain('is paid; it cannot be voided')
  expect(await why()).not.toContain('void it')
  // What settles the rest, and how to ask for it.
  const next = 'The next invoice also bills usage that was recorded late for that time'
  expect(await why()).toContain(`${next}: send billingPeriodStart ${march.periodEnd.slice(0, 10)}`)
})

test('the last invoice of an ended subscription says what bills the rest, and names no next start', async () => {
  at = new Date('2026-03-25T00:00:00Z')
  const deal = await givenDeal(t.api, { subscription: { ...SINCE_JANUARY, endDate: '2026-03-10' } })
  await deal.use('ticket', 10, '2026-03-05T00:00:00Z')
  const march = await deal.generate()
  await action(march.id, 'send')
  await t.api.post(`/v1/invoices/${march.id}/payments`, { amount: 10 })
  const { status, body } = await deal.tryGenerate(window('2026-03-05', '2026-03-09'))
  expect(status).toBe(409)
  expect(body.message).toMatch(
    /The next invoice also bills usage that was recorded late for that time$/,
  )
})

test('no message advises voiding a paid invoice that settles a part of another one', async () => {
  at = new Date('2026-02-01T00:00:00Z')
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  const january = window('2026-01-01', '2026-02-01')
  const first = await deal.generate(january)
  await action(first.id, 'send')
  await deal.use('ticket', 7, '2026-01-05T00:00:00Z')
  const second = await deal.generate()
  expect(lineTable(second)).toContainEqual(['late_usage', 7, 7])
  await action(second.id, 'send')
  expect((await action(first.id, 'void')).body.message).toContain('void that one first')
  await t.api.post(`/v1/invoices/${second.id}/payments`, { amount: 7 })
  const { status, body } = await action(first.id, 'void')
  expect(status).toBe(409)
  expect(body.message).toContain(`${second.invoiceNumber} is paid; it cannot be voided`)
  expect(body.message).not.toContain('first')
})

test('a draft of a range no longer covered is void, and its content is billed on another invoice', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const setup = { name: 'Setup', chargeType: 'onetime', rate: 100 }
  const deal = await givenDeal(t.api, { prices: [TICKETS, setup], subscription: SINCE_JANUARY })
  await deal.use('ticket', 1, '2026-01-20T12:00:00Z')
  at = new Date('2026-01-21T00:00:00Z')
  const draft = await deal.generate(window('2026-01-01', '2026-01-15'))
  expect(draft.total).toBe(100)
  const path = `/v1/subscriptions/${deal.subscriptionId}`
  expect((await t.api.patch(path, { startDate: '2026-01-20' })).status).toBe(200)
  expect((await t.api.get(`/v1/invoices/${draft.id}`)).body.status).toBe('void')
  await run('2026-02-20T00:00:00Z')
  await run('2026-02-21T00:00:00Z')
  expect(await listed(deal)).toMatchObject([{ status: 'issued', total: 101 }, { id: draft.id }])
})

test('a draft after an end moved earlier is void, and a final invoice is generated as well', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 80, '2026-01-05T00:00:00Z')
  at = new Date('2026-02-03T00:00:00Z')
  await action((await deal.generate(window('2026-01-01', '2026-02-01'))).id, 'send')
  await deal.use('ticket', 5, '2026-01-06T00:00:00Z')
  at = new Date('2026-02-10T00:00:00Z')
  const february = await deal.generate(window('2026-02-01', '2026-02-09'))
  expect(february.total).toBe(5)
  const path = `/v1/subscriptions/${deal.subscriptionId}`
  expect((await t.api.patch(path, { endDate: '2026-01-31' })).status).toBe(200)
  expect((await action(february.id, 'send')).status).toBe(400)
  await deal.use('ticket', 2, '2026-01-07T00:00:00Z')
  expect(lineTable(await deal.generate())).toEqual([['late_usage', 7, 7]])
  await run('2026-02-11T00:00:00Z')
  const totals = (await listed(deal)).map(({ status, total }: Record<string, unknown>) => [
    status,
    total,
  ])
  expect(totals.toSorted()).toEqual([
    ['issued', 7],
    ['issued', 80],
    ['void', 5],
  ])
})
