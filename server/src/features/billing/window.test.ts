import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY } from '../../../test/support/deal.ts'
import { lineTable } from '../../../test/support/invoice.ts'
import { useTestApp } from '../../../test/support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-01-15T00:00:00Z') })

test('windows are whole milliseconds, so that no usage falls between two', async () => {
  const setup = { name: 'Setup', chargeType: 'onetime', rate: 100 }
  const deal = await givenDeal(t.api, { prices: [setup], subscription: SINCE_JANUARY })
  const empty = await deal.tryGenerate({
    billingPeriodStart: '2026-01-10T00:00:00.0000001Z',
    billingPeriodEnd: '2026-01-10T00:00:00.0000009Z',
  })
  expect(empty.status).toBe(422)
  const body = await deal.generate({ billingPeriodStart: '2026-01-01T00:00:00.0000001Z' })
  expect(body.periodStart).toBe('2026-01-01T00:00:00.000Z')
  expect(lineTable(body)).toEqual([['onetime', 1, 100]])
})

test('a window of thousands of periods is one invoice', async () => {
  const daily = { startDate: '2015-01-01', billingCycle: 'custom', customCycleDays: 1 }
  const strategies = [{ name: 'Fee', chargeType: 'recurring', rate: 1 }]
  const deal = await givenDeal(t.api, {
    prices: strategies,
    subscription: { ...SINCE_JANUARY, ...daily },
  })
  const window = { billingPeriodStart: '2015-01-01', billingPeriodEnd: '2026-01-01' }
  const { status, body } = await deal.tryGenerate(window)
  expect(status, body.message).toBe(201)
  expect(body).toMatchObject({ total: 4018 })
  expect(body.lineItems).toHaveLength(4018)
})

test('a one-time fee is billed once, even if the start moves behind its invoice', async () => {
  const deal = await givenDeal(t.api, {
    prices: [{ name: 'Setup', chargeType: 'onetime', rate: 100 }],
    subscription: SINCE_JANUARY,
  })
  const window = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-01-10' }
  const first = await deal.generate(window)
  await t.api.post(`/v1/invoices/${first.id}/send`, {})
  const path = `/v1/subscriptions/${deal.subscriptionId}`
  expect((await t.api.patch(path, { startDate: '2026-01-11' })).status).toBe(200)
  expect(lineTable(first)).toEqual([['onetime', 1, 100]])
  expect(lineTable(await deal.generate())).toEqual([])

  await t.api.post(`/v1/invoices/${first.id}/void`, {})
  expect(lineTable(await deal.generate())).toEqual([['onetime', 1, 100]])
})
