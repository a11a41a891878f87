import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/support/app.ts'
import { createDeal, table } from '../invoices/test-support.ts'
import { runBilling } from './run-billing.ts'

let t: TestApp
let at = new Date('2026-01-06T00:00:00Z')
beforeAll(async () => {
  t = await createTestApp({ now: () => at })
})
afterAll(() => t.close())

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
  const deal = await createDeal(t.api, { subscription: daily })
  const path = `/v1/invoices?customerId=${deal.customerId}`
  const drafts = async () => (await t.api.get(`${path}&status=draft`)).body.data
  for (let day = 7; day <= 20; day += 1) await run(new Date(Date.UTC(2026, 0, day)))
  expect(await drafts()).toEqual([])

  await deal.use('2026-01-06T12:00:00Z', 5)
  await run('2026-01-21T00:00:00Z')
  const [draft] = await drafts()
  expect(draft).toMatchObject({ periodEnd: '2026-01-21T00:00:00.000Z', total: 5 })
  await deal.generate()
  await run('2026-01-21T23:59:59Z')
  expect(await drafts()).toMatchObject([{ id: draft.id, periodEnd: draft.periodEnd }])
  await run('2026-01-22T00:00:00Z')
  const { body } = await t.api.get(`/v1/invoices/${draft.id}`)
  expect([body.status, table(body)]).toEqual(['issued', [['late_usage', 5, 5]]])

  await deal.use('2026-01-07T12:00:00Z', 2)
  const until = Date.parse('2026-01-30T00:00:00Z')
  for (let time = at.getTime() + DAY_MS; time <= until; time += DAY_MS) await run(new Date(time))
  const { data } = (await t.api.get(path)).body
  const totals = data.map(({ status, total }: Record<string, unknown>) => [status, total])
  expect(totals.filter(([, total]: [string, number]) => total > 0).toSorted()).toEqual([
    ['issued', 2],
    ['issued', 5],
  ])
})
