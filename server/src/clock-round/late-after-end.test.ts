import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY } from '../../test/support/deal.ts'
import { lineTable } from '../../test/support/invoice.ts'
import { useTestApp } from '../../test/support/use-app.ts'
import { runBilling } from './run-billing.ts'

let at = new Date('2026-01-06T00:00:00Z')
const t = useTestApp({ now: () => at })

async function run(time: string | Date) {
  at = new Date(time)
  return runBilling(t.dependencies, { now: at, only: t.organization.id })
}

const DAY_MS = 86_400_000

test('usage that comes late after the end is billed although the cycle is as short as the grace', async () => {
  const daily = {
    startDate: '2026-01-06',
    endDate: '2026-01-07',
    billingCycle: 'custom',
    customCycleDays: 1,
  }
  at = new Date('2026-01-06T00:00:00Z')
  const deal = await givenDeal(t.api, { subscription: { ...SINCE_JANUARY, ...daily } })
  const path = `/v1/invoices?customerId=${deal.customerId}`
  const drafts = async () => (await t.api.get(`${path}&status=draft`)).body.data
  for (let day = 7; day <= 20; day += 1) await run(new Date(Date.UTC(2026, 0, day)))
  expect(await drafts()).toEqual([])

  await deal.use('ticket', 5, '2026-01-06T12:00:00Z')
  await run('2026-01-21T00:00:00Z')
  const [draft] = await drafts()
  expect(draft).toMatchObject({ periodEnd: '2026-01-21T00:00:00.000Z', total: 5 })
  await deal.generate()
  await run('2026-01-21T23:59:59Z')
  expect(await drafts()).toMatchObject([{ id: draft.id, periodEnd: draft.periodEnd }])
  await run('2026-01-22T00:00:00Z')
  const { body } = await t.api.get(`/v1/invoices/${draft.id}`)
  expect([body.status, lineTable(body)]).toEqual(['issued', [['late_usage', 5, 5]]])

  await deal.use('ticket', 2, '2026-01-07T12:00:00Z')
  const until = Date.parse('2026-01-30T00:00:00Z')
  for (let time = at.getTime() + DAY_MS; time <= until; time += DAY_MS) await run(new Date(time))
  const { data } = (await t.api.get(path)).body
  const totals = data.map(({ status, total }: Record<string, unknown>) => [status, total])
  expect(totals.filter(([, total]: [string, number]) => total > 0).toSorted()).toEqual([
    ['issued', 2],
    ['issued', 5],
  ])
})

test('late usage is billed after the end, also where a draft shows it that waits for a person', async () => {
  at = new Date('2026-01-06T00:00:00Z')
  const subscription = { startDate: '2026-01-06', endDate: '2026-02-20' }
  const deal = await givenDeal(t.api, { subscription: { ...SINCE_JANUARY, ...subscription } })
  const window = { billingPeriodStart: '2026-02-06', billingPeriodEnd: '2026-02-08' }
  at = new Date('2026-02-10T00:00:00Z')
  await deal.generate(window)
  for (const day of [10, 11, 20, 21, 22, 23, 24]) await run(new Date(Date.UTC(2026, 1, day)))
  await deal.use('ticket', 5, '2026-01-10T00:00:00Z')
  const waiting = await deal.generate(window)
  expect(waiting).toMatchObject({ status: 'draft', total: 5 })
  for (const time of ['2026-03-06', '2026-03-07', '2026-03-08', '2026-04-06', '2026-04-08']) {
    await run(`${time}T00:00:00Z`)
  }
  const { data } = (await t.api.get(`/v1/invoices?customerId=${deal.customerId}`)).body
  const totals = data.map(({ id, total }: Record<string, unknown>) => [id === waiting.id, total])
  expect(totals.filter(([, total]: [boolean, number]) => total > 0)).toEqual([[false, 5]])
  const { body: left } = await t.api.get(`/v1/invoices/${waiting.id}`)
  expect(left).toMatchObject({ status: 'draft', total: 0 })
})
