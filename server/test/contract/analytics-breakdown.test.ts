import { expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { FEE, givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { flat, givenSignal, givenStrategies, includedIn } from '../support/given.ts'
import { GPT_4O } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-04-10T12:00:00Z') })
const { api } = useOrganizationPerTest(t)

const DAYS = 'startDate=2026-03-11&endDate=2026-04-09'
const breakdown = (query: string) =>
  must(api.get(`/v1/analytics/margin-breakdown?${DAYS}&${query}`))
const million = (count: number) => ({ ...GPT_4O, inputTokens: count * 1_000_000 })

/** A plan of seats with a price for calls; tickets, which have no price, cost 10 and then 60. */
async function givenLoss() {
  const deal = await givenDeal(api, {
    plan: { name: 'Seats' },
    prices: [{ chargeType: 'seat_based', rate: 50 }],
    subscription: { ...SINCE_JANUARY, seatsCount: 1 },
  })
  const { planId, agentId } = deal
  const { id: callId } = await givenSignal(api, { agentId, name: 'Calls' })
  const { id: ticketId } = await givenSignal(api, { agentId, name: 'Tickets' })
  await givenStrategies(api, planId, flat(callId))
  await deal.use('Tickets', 4, '2026-03-01T10:00:00Z', million(4))
  await deal.use('Tickets', 8, '2026-03-20T10:00:00Z', million(24))
  await deal.use('Calls', 2, '2026-03-20T10:00:00Z', million(1))
  return { ...deal, callId, ticketId }
}

test('says why a customer loses money, and each line has its price or none', async () => {
  const { customerId, planId, ticketId, callId } = await givenLoss()
  const { current, lines, sentences, models } = await breakdown(`customerId=${customerId}`)
  const customers = await must(api.get(`/v1/analytics/customers?${DAYS}&customerId=${customerId}`))
  const { revenue, cost, margin, marginPercent, unpriced } = customers.results[0]
  expect(current).toMatchObject({ revenue, cost, margin, marginPercent, unpriced })
  expect(unpriced).toEqual({ quantity: 8, eventCount: 1, cost: 60 })
  expect(lines).toMatchObject([
    { signalId: ticketId, planId, coverage: 'unpriced', price: null, cost: 60, costChange: 50 },
    { signalId: callId, coverage: 'priced', price: { rate: 0.5 }, revenue: 1, cost: 2.5 },
    { line: 'seat_based', coverage: 'fee', cost: 0 },
  ])
  expect(sentences.map(({ text }: { text: string }) => text)).toEqual([
    '$60.00 of the cost of $62.50 is unpriced work: 8 Tickets, which Seats does not price.',
    'Cost rose $52.50 from the 30 days before: gpt-4o in Tickets +$40.00, 4 more Tickets +$10.00, all others +$2.50.',
  ])
  expect(models).toMatchObject([
    { model: 'gpt-4o', signalName: 'Tickets', cost: 60, costBefore: 10, costChange: 50 },
    { model: 'gpt-4o', signalName: 'Calls', cost: 2.5, costBefore: 0 },
  ])
})

test('an included signal is covered by the fees and not unpriced', async () => {
  const { planId, ticketId } = await givenLoss()
  await must(api.post(includedIn(planId), { signalId: ticketId }))
  const { current, lines, models } = await breakdown(`planId=${planId}`)
  expect(current).toMatchObject({ cost: 62.5, unpriced: { quantity: 0, eventCount: 0, cost: 0 } })
  expect(lines[0]).toMatchObject({ signalId: ticketId, coverage: 'included', price: null })
  expect(models).toBeNull()
})

test('work without a subscription says so', async () => {
  const deal = await givenDeal(api, { subscription: { startDate: '2026-05-01' } })
  await deal.use('ticket', 3, '2026-03-20T10:00:00Z', million(4))
  const { lines, sentences } = await breakdown(`agentId=${deal.agentId}`)
  expect(lines).toMatchObject([{ coverage: 'no_subscription', planId: null, currency: null }])
  expect(sentences[0].text).toBe(
    '$10.00 of the cost of $10.00 is unpriced work: 3 ticket without a subscription.',
  )
})

test('profitability compares with the work before the first subscription of a customer', async () => {
  const deal = await givenDeal(api, { subscription: { startDate: '2026-03-11' } })
  for (const day of ['2026-02-20', '2026-03-20'])
    await deal.use('ticket', 3, `${day}T10:00:00Z`, million(4))
  const path = `/v1/analytics/profitability?${DAYS}&groupBy=customer&compare=before`
  const { byKey } = await must(api.get(path))
  const own = byKey.find(({ key }: { key: string }) => key === deal.customerId)
  expect(own).toMatchObject({ currency: 'USD', before: { revenue: 0, cost: 10, margin: -10 } })
})

test('profitability compares the work after the last subscription of a customer with it', async () => {
  const deal = await givenDeal(api, {
    prices: [FEE],
    subscription: { ...SINCE_JANUARY, endDate: '2026-03-10' },
  })
  await deal.use('ticket', 3, '2026-03-20T10:00:00Z', million(4))
  const path = `/v1/analytics/profitability?${DAYS}&groupBy=customer&compare=before`
  const { byKey } = await must(api.get(path))
  const own = byKey.find(({ key }: { key: string }) => key === deal.customerId)
  expect(own).toMatchObject({ currency: null, margin: -10 })
  expect(own.before.revenue).toBeGreaterThan(40)
  expect(own.before.marginChange).toBeCloseTo(-10 - own.before.margin, 9)
})

test('says nothing of small changes', async () => {
  const deal = await givenDeal(api, { subscription: SINCE_JANUARY })
  for (const [day, count] of [
    ['2026-03-01', 100],
    ['2026-03-20', 104],
  ] as const) {
    await deal.use('ticket', count, `${day}T10:00:00Z`, million(count))
  }
  expect((await breakdown('')).sentences).toEqual([])
})

test.each(['customer', 'agent', 'signal', 'plan', 'model'])(
  'profitability by %s has the same number of days before, on request',
  async (groupBy) => {
    await givenLoss()
    const path = `/v1/analytics/profitability?${DAYS}&groupBy=${groupBy}`
    const alone = await must(api.get(path))
    expect(alone.byKey[0].before).toBeNull()
    const { byKey } = await must(api.get(`${path}&compare=before`))
    const [lowest] = byKey
    const { results } = await must(
      api.get('/v1/analytics/customers?startDate=2026-02-09&endDate=2026-03-10'),
    )
    const whole = results[0]
    const before = byKey.find(({ key }: { key: string | null }) => key !== null).before
    expect(before.cost).toBe(10)
    if (groupBy === 'customer') expect(before.revenue).toBe(whole.revenue)
    const change = lowest.margin - lowest.before.margin
    expect(lowest.before.marginChange).toBeCloseTo(change, 9)
  },
)
