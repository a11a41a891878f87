import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/support/app.ts'
import { createDeal } from '../invoices/test-support.ts'
import { runBilling } from './run-billing.ts'

let t: TestApp
let at = new Date('2026-01-01T00:00:00Z')
beforeAll(async () => {
  t = await createTestApp({ now: () => at })
})
afterAll(() => t.close())

async function run(time: string) {
  at = new Date(time)
  return runBilling(t.dependencies, { now: at, only: t.organization.id })
}

test.each([
  ['ended', '2026-01-31'],
  ['running', null],
])(
  'what the draft of a period leaves out once it is generated for less is invoiced, %s',
  async (_, endDate) => {
    at = new Date('2026-01-01T00:00:00Z')
    const deal = await createDeal(t.api, { subscription: { endDate } })
    await deal.use('2026-01-10T00:00:00Z', 5)
    await deal.use('2026-01-20T00:00:00Z', 2)
    await run('2026-02-01T00:00:00Z')
    const { status, body } = await deal.generate({ billingPeriodEnd: '2026-01-17' })
    expect([status, body.total]).toEqual([201, 5])

    await run('2026-02-02T00:00:00Z')
    const { body: list } = await t.api.get(`/v1/invoices?customerId=${deal.customerId}`)
    const billed = list.data.map((invoice: Record<string, unknown>) => [
      invoice.periodStart,
      invoice.periodEnd,
      invoice.total,
    ])
    expect(billed).toEqual(
      expect.arrayContaining([
        ['2026-01-01T00:00:00.000Z', '2026-01-17T00:00:00.000Z', 5],
        ['2026-01-17T00:00:00.000Z', '2026-02-01T00:00:00.000Z', 2],
      ]),
    )
  },
)
