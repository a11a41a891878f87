import pg from 'pg'
import { expect, test } from 'vitest'
import { checkUsage } from '../../../test/crash/billing/check-usage.ts'
import { givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'
import { lineTable, sendInvoice } from '../../../test/support/invoice.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { runBilling } from '../../clock-round/run-billing.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api } = t

test('a final draft is billed beside the new periods when the end is taken back', async () => {
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

test('an invoice that only settles names no period that another one comes to name', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(api, { subscription: { ...SINCE_JANUARY, endDate: '2026-01-31' } })
  at = new Date('2026-02-03T00:00:00Z')
  await api.post(`/v1/invoices/${(await deal.generate()).id}/send`, {})
  await deal.use('ticket', 5, '2026-01-06T00:00:00Z')
  at = new Date('2026-02-10T00:00:00Z')
  const finalInvoice = await deal.generate()
  await api.post(`/v1/invoices/${finalInvoice.id}/send`, {})

  // The time from the old end to when it was settled is a period now.
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

test('late usage that a final draft shows beside one that waits for a person is billed by the first that is sent', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const deal = await givenDeal(api, { subscription: { ...SINCE_JANUARY, endDate: '2026-02-20' } })
  await deal.use('ticket', 100, '2026-01-05T00:00:00Z')
  const january = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
  at = new Date('2026-02-10T00:00:00Z')
  await sendInvoice(api, await deal.generate(january))
  const part = { billingPeriodStart: '2026-02-01', billingPeriodEnd: '2026-02-05' }
  await deal.generate(part)
  const live = async (time: string) => {
    at = new Date(time)
    await runBilling(t.dependencies, { now: at, only: t.organization.id })
  }
  // The rest of February is drafted, and finalized.
  await live('2026-02-21T00:00:00Z')
  await live('2026-02-25T00:00:00Z')

  await deal.use('ticket', 49, '2026-01-06T00:00:00Z')
  const waiting = await deal.generate(part)
  await live('2026-03-10T00:00:00Z')
  const { data } = (await api.get(`/v1/invoices?customerId=${deal.customerId}&status=draft`)).body
  const { id } = data.find((draft: { id: string }) => draft.id !== waiting.id)
  const final = (await api.get(`/v1/invoices/${id}`)).body
  const late = ['late_usage', 49, 49]
  expect([lineTable(waiting), lineTable(final)]).toEqual([[['usage', 0, 0], late], [late]])
  // The crash test of billing counts it once.
  const pool = new pg.Pool({ connectionString: t.database.url })
  expect(await checkUsage(pool, new Set([deal.subscriptionId]))).toEqual([])
  await sendInvoice(api, final)
  expect(lineTable((await api.get(`/v1/invoices/${waiting.id}`)).body)).toEqual([['usage', 0, 0]])
  expect(await checkUsage(pool, new Set([deal.subscriptionId]))).toEqual([])
  await pool.end()
})
