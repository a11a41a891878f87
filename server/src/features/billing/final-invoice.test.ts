import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'
import { lineTable, month, readInvoice, sendInvoice } from '../../../test/support/invoice.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { runBilling } from '../../clock-round/run-billing.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api } = t

test('a final draft is billed in addition to new periods when the end is removed', async () => {
  const deal = await givenDeal(api, { subscription: { ...SINCE_JANUARY, endDate: '2026-01-31' } })
  await deal.use('ticket', 80, '2026-01-05T00:00:00Z')
  at = new Date('2026-02-03T00:00:00Z')
  const january = await deal.generate()
  await api.post(`/v1/invoices/${january.id}/send`, {})
  await deal.use('ticket', 5, '2026-01-06T00:00:00Z')
  at = new Date('2026-02-10T00:00:00Z')
  expect(lineTable(await deal.generate())).toEqual([['late_usage', 5, 5]])

  await api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { endDate: null })
  await deal.use('ticket', 7, '2026-02-05T00:00:00Z')
  for (const time of ['2026-03-01T00:00:00Z', '2026-03-04T00:00:00Z']) {
    at = new Date(time)
    await runBilling(t.dependencies, { now: at, only: t.organization.id })
  }
  const { body } = await api.get(`/v1/invoices?customerId=${deal.customerId}`)
  const found = body.data.map(({ status, total }: Record<string, unknown>) => [status, total])
  expect(found.toSorted()).toEqual([
    ['issued', 5],
    ['issued', 7],
    ['issued', 80],
  ])
})

test('the period of a final invoice cannot collide with that of a later one', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(api, { subscription: { ...SINCE_JANUARY, endDate: '2026-01-31' } })
  at = new Date('2026-02-03T00:00:00Z')
  await api.post(`/v1/invoices/${(await deal.generate()).id}/send`, {})
  await deal.use('ticket', 5, '2026-01-06T00:00:00Z')
  at = new Date('2026-02-10T00:00:00Z')
  const finalInvoice = await deal.generate()
  await api.post(`/v1/invoices/${finalInvoice.id}/send`, {})

  // The range between the old end and its settlement is now a billable period.
  await api.patch(`/v1/subscriptions/${deal.subscriptionId}`, { endDate: '2026-02-09' })
  const { status, body: last } = await deal.tryGenerate()
  expect(status).toBe(201)
  expect([last.periodStart, last.periodEnd]).toEqual([
    '2026-02-01T00:00:00.000Z',
    '2026-02-10T00:00:00.000Z',
  ])
  expect(finalInvoice.periodStart).not.toBe(last.periodStart)
  expect(Date.parse(finalInvoice.periodStart)).toBeLessThan(Date.parse(finalInvoice.periodEnd))
})

/** January and the rest of February are sent; two on-request drafts of February remain. */
async function givenWaitingDrafts() {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(api, { subscription: { ...SINCE_JANUARY, endDate: '2026-02-20' } })
  await deal.use('ticket', 100, '2026-01-05T00:00:00Z')
  await deal.use('ticket', 1, '2026-02-15T00:00:00Z')
  at = new Date('2026-02-10T00:00:00Z')
  await sendInvoice(api, await deal.generate(month('2026-01-01', '2026-02-01')))
  const parts = [month('2026-02-01', '2026-02-05'), month('2026-02-05', '2026-02-08')] as const
  for (const part of parts) await deal.generate(part)
  // The billing job drafts and finalizes the rest of February.
  await live('2026-02-21T00:00:00Z')
  await live('2026-02-25T00:00:00Z')
  const late = async (quantity: number) => deal.use('ticket', quantity, '2026-01-06T00:00:00Z')
  return { deal, parts, late }
}

async function live(time: string) {
  at = new Date(time)
  await runBilling(t.dependencies, { now: at, only: t.organization.id })
}

const linesNow = async ({ id }: { id: string }) => lineTable(await readInvoice(api, id))
const late = (quantity: number) => ['late_usage', quantity, quantity]
const NOTHING = ['usage', 0, 0]

test('late usage moves from on-request drafts to the final draft, and the first sent one bills it', async () => {
  const { deal, parts, late: use } = await givenWaitingDrafts()
  await use(30)
  const first = await deal.generate(parts[0])
  await use(19)
  const second = await deal.generate(parts[1])
  expect([lineTable(first), lineTable(second)]).toEqual([
    [NOTHING, late(30)],
    [NOTHING, late(19)],
  ])
  await live('2026-03-10T00:00:00Z')
  const { data } = (await api.get(`/v1/invoices?customerId=${deal.customerId}&status=draft`)).body
  const [final] = data.filter(({ id }: { id: string }) => id !== first.id && id !== second.id)
  expect(await linesNow(final)).toEqual([late(49)])
  expect([await linesNow(first), await linesNow(second)]).toEqual([[NOTHING], [NOTHING]])
  expect(await deal.generate(parts[0])).toMatchObject({ id: first.id, total: 0 })

  await use(1)
  expect(await deal.generate(parts[0])).toMatchObject({ id: first.id, total: 1 })
  expect(await deal.generate()).toMatchObject({ id: final.id, total: 50 })
  expect(await linesNow(first)).toEqual([NOTHING])
  expect((await sendInvoice(api, second)).total).toBe(50)
  expect(await linesNow(first)).toEqual([NOTHING])
  expect((await readInvoice(api, final.id)).status).toBe('void')
})
