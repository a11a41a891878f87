import { pino } from 'pino'
import { expect, test } from 'vitest'
import { givenDeal, SINCE_JANUARY, TICKETS } from '../../test/support/deal.ts'
import type { Fields } from '../../test/support/given.ts'
import { useOrganizationPerTest, useTestApp } from '../../test/support/use-app.ts'
import { runBilling } from './run-billing.ts'

let at = new Date('2026-01-01T00:00:00Z')
const t = useTestApp({ now: () => at })
const { api, organization } = useOrganizationPerTest(t)

const said: Record<string, unknown>[] = []
const log = pino({ level: 'error' }, { write: (line) => said.push(JSON.parse(line)) })

const run = (time: string) => {
  at = new Date(time)
  return runBilling({ ...t.dependencies, log }, { now: at, only: organization.id })
}

const listed = async ({ customerId }: { customerId: string }) =>
  (await api.get(`/v1/invoices?customerId=${customerId}`)).body.data

test('usage whose amount no JSON number shows exactly is stored but not invoiced, and other invoices are issued', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const huge = await givenDeal(api, {
    prices: [{ ...TICKETS, rate: 90_000_000_000_000 }],
    subscription: SINCE_JANUARY,
  })
  const usual = await givenDeal(api, { subscription: SINCE_JANUARY })
  await huge.use('ticket', 2, '2026-01-05T00:00:00Z')
  await usual.use('ticket', 2, '2026-01-05T00:00:00Z')
  for (const answer of [await huge.tryGenerate(), await huge.preview()]) {
    expect(answer.status).toBe(422)
    expect(answer.body.message).toContain('"Tickets" comes to 180000000000000 USD')
  }
  await run('2026-02-01T00:00:00Z')
  await run('2026-02-02T00:00:00Z')
  expect(await listed(usual)).toMatchObject([{ status: 'issued', total: 2 }])
  expect(await listed(huge)).toEqual([])
  expect(said).toContainEqual(
    expect.objectContaining({
      sweep: 'drafts',
      subscriptionId: huge.subscriptionId,
      organizationId: organization.id,
      err: expect.objectContaining({ message: expect.stringContaining('180000000000000') }),
    }),
  )

  // The next period waits for the first one; both are billed once the first one can be invoiced.
  await huge.use('ticket', 1, '2026-02-05T00:00:00Z')
  await run('2026-03-01T00:00:00Z')
  expect(await listed(huge)).toEqual([])
  await setRate(huge.planId, 45_000_000_000_000)
  await run('2026-03-02T00:00:00Z')
  expect((await listed(huge)).map(({ total }: Fields) => total).toSorted()).toEqual([
    45_000_000_000_000, 90_000_000_000_000,
  ])
})

const setRate = async (planId: string, rate: number) => {
  const { results } = (await api.get(`/v1/pricing-plans/${planId}/pricing-strategies`)).body
  const strategy = `/v1/pricing-plans/${planId}/pricing-strategies/${results[0].id}`
  expect((await api.patch(strategy, { rate })).status).toBe(200)
}

test('a draft too large to show delays no other after its grace, and is issued once it can be shown', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const prices = [{ ...TICKETS, rate: 1 }]
  const huge = await givenDeal(api, { prices, subscription: SINCE_JANUARY })
  const usual = await givenDeal(api, { subscription: SINCE_JANUARY })
  for (const deal of [huge, usual]) await deal.use('ticket', 2, '2026-01-05T00:00:00Z')
  await run('2026-02-01T00:00:00Z')
  await huge.use('ticket', 90_000_000_000_000, '2026-01-06T00:00:00Z')
  await run('2026-02-02T00:00:00Z')
  expect(await listed(usual)).toMatchObject([{ status: 'issued', total: 2 }])
  expect(await listed(huge)).toMatchObject([{ status: 'draft', total: 2 }])
  expect(said).toContainEqual(
    expect.objectContaining({ sweep: 'finalize', subscriptionId: huge.subscriptionId }),
  )
  // The next periods of both are billed, so the draft does not hold up other invoices.
  for (const deal of [huge, usual]) await deal.use('ticket', 3, '2026-02-05T00:00:00Z')
  await run('2026-03-01T00:00:00Z')
  await run('2026-03-02T00:00:00Z')
  for (const deal of [huge, usual]) {
    expect(await listed(deal)).toContainEqual(
      expect.objectContaining({ status: 'issued', total: 3 }),
    )
  }
  await setRate(huge.planId, 0.5)
  await run('2026-03-03T00:00:00Z')
  expect(await listed(huge)).toContainEqual(
    expect.objectContaining({ status: 'issued', total: 45_000_000_000_001 }),
  )
})

test('late usage too large to show reports the fix, and is billed after it', async () => {
  at = new Date('2026-01-01T00:00:00Z')
  const prices = [{ ...TICKETS, rate: 1 }]
  const deal = await givenDeal(api, { prices, subscription: SINCE_JANUARY })
  await deal.use('ticket', 2, '2026-01-05T00:00:00Z')
  await run('2026-02-01T00:00:00Z')
  await run('2026-02-02T00:00:00Z')
  const [january] = await listed(deal)
  expect(january).toMatchObject({ status: 'issued', total: 2 })
  await deal.use('ticket', 90_000_000_000_000, '2026-01-06T00:00:00Z')
  await deal.use('ticket', 3, '2026-02-05T00:00:00Z')
  await setRate(deal.planId, 0.5)
  await run('2026-03-01T00:00:00Z')
  const refused = await deal.tryGenerate({ billingPeriodStart: '2026-02-01' })
  expect(refused.status).toBe(422)
  expect(refused.body.message).toContain('90000000000001.5 USD, more than')
  expect(refused.body.message).toContain('void the invoice that it corrects, then lower the rate')
  expect((await api.post(`/v1/invoices/${january.id}/void`, {})).status).toBe(200)
  expect(await deal.generate({ billingPeriodStart: '2026-01-01' })).toMatchObject({
    totalAmount: 45_000_000_000_001,
  })
  await run('2026-03-02T00:00:00Z')
  await run('2026-03-03T00:00:00Z')
  expect((await listed(deal)).map(({ status, total }: Fields) => [status, total])).toEqual(
    expect.arrayContaining([
      ['issued', 45_000_000_000_001],
      ['issued', 1.5],
      ['void', 2],
    ]),
  )
})

test.each([
  [
    'a sum of lines',
    [
      { ...TICKETS, rate: 9e13 },
      { chargeType: 'recurring', rate: 1 },
    ],
    'subtotal',
  ],
  [
    'a lost cent',
    [
      { ...TICKETS, rate: 75e12 },
      { chargeType: 'recurring', rate: 0.01 },
    ],
    'subtotal',
  ],
  ['seats', [{ name: 'Seat', chargeType: 'seat_based', rate: 9e12 }], 'Seat'],
])('%s that cannot be shown is a 422 naming it', async (_, strategies, named) => {
  at = new Date('2026-03-01T00:00:00Z')
  const deal = await givenDeal(api, {
    prices: strategies,
    subscription: { ...SINCE_JANUARY, seatsCount: 11 },
  })
  await deal.use('ticket', 1, '2026-01-05T00:00:00Z')
  const answer = await deal.tryGenerate({ billingPeriodStart: '2026-01-01' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(422)
  expect(answer.body.message).toContain(named)
})

const LARGEST = Number.MAX_SAFE_INTEGER

test.each([
  [[LARGEST], LARGEST],
  // Beyond that, only even numbers are exact.
  [[LARGEST, LARGEST], 2 * LARGEST],
])('a quantity of %s that a JSON number shows exactly is billed', async (quantities, expected) => {
  at = new Date('2026-03-01T00:00:00Z')
  const deal = await givenDeal(api, {
    prices: [{ ...TICKETS, rate: 0.001 }],
    subscription: SINCE_JANUARY,
  })
  for (const quantity of quantities) await deal.use('ticket', quantity, '2026-01-05T00:00:00Z')
  const draft = await deal.generate({ billingPeriodStart: '2026-01-01' })
  expect(draft.lineItems).toMatchObject([{ quantity: expected }])
})

test.each([0, 0.001, 1])(
  'a quantity that no JSON number shows is named, and not the amount, at a rate of %d',
  async (rate) => {
    at = new Date('2026-03-01T00:00:00Z')
    const deal = await givenDeal(api, {
      prices: [{ ...TICKETS, rate }],
      subscription: SINCE_JANUARY,
    })
    for (const quantity of [LARGEST, 2]) await deal.use('ticket', quantity, '2026-01-05T00:00:00Z')
    const asked = { billingPeriodStart: '2026-01-01' }
    for (const answer of [await deal.tryGenerate(asked), await deal.preview(asked)]) {
      expect(answer.status).toBe(422)
      expect(answer.body.message).toContain('The quantity of "Tickets" is 9007199254740993')
      expect(answer.body.message).not.toContain('USD')
    }
  },
)
