import { expect, test, vi } from 'vitest'
import { reconciliation } from '../../src/features/analytics/reconciliation/reconciliation.ts'
import { whileAwaited } from '../../src/platform/program/in-turns.ts'
import { must } from '../support/app.ts'
import { givenDeal, tiered } from '../support/deal.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-12-31T12:00:00Z') })
const DAYS = 365
const MONTHS = 12

/** Returns how often long work checked the clock to decide if it must yield. */
async function stepsOf(path: string): Promise<number> {
  const clock = vi.spyOn(performance, 'now')
  try {
    await must(t.api.get(path))
    return clock.mock.calls.length
  } finally {
    clock.mockRestore()
  }
}

test.each([
  ['days', 'revenue', DAYS],
  ['months', 'overview', MONTHS],
])('other requests run between two %s of one subscription in %s', async (_, asked, most) => {
  const deal = await givenDeal(t.api, { prices: [tiered('page', 'graduated')] })
  await deal.use('page', 10, '2026-03-05')
  const window = 'startDate=2026-01-01&endDate=2026-12-31'
  const steps = await stepsOf(`/v1/analytics/${asked}?groupBy=daily&${window}`)
  expect(steps).toBeGreaterThan(most)
})

test('a reconciliation ends before its next check once its caller has left', async () => {
  const left = AbortSignal.abort(new Error('The caller closed the connection'))
  const { dependencies, organization } = t
  const asked = { organizationId: organization.id, query: {} }
  const work = whileAwaited(left, () => reconciliation(dependencies.db, asked, dependencies.now()))
  await expect(work).rejects.toThrow('The caller closed the connection')
})
