import { expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { flatPrice, givenDeal } from '../support/deal.ts'
import { givenCustomer } from '../support/given.ts'
import { givenPortal } from '../support/portal.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-04-15T12:00:00Z') })

const BUDGETS = '/v1/portal/budgets'
const LIMIT = {
  ...{ name: 'Our limit', measure: 'revenue', amount: '10', currency: 'USD' },
  ...{ period: 'billing_period', action: 'block' },
}

const givenVisit = async () => {
  const deal = await givenDeal(t.api, {
    prices: [flatPrice('ticket', 1)],
    subscription: { startDate: '2026-04-01' },
  })
  return { ...deal, portal: await givenPortal(t, t.api, deal.customerId) }
}

type Visit = Awaited<ReturnType<typeof givenVisit>>

const ask = ({ externalId, agentCode }: Visit, quantity: number) =>
  must(
    t.api.post('/v1/guard/checks', {
      ...{ customerExternalId: externalId, agentCode, signalName: 'ticket', quantity },
      ...{ estimatedCostUsd: '0' },
    }),
  )

test('a customer sets a limit for itself, sees what is used of it, and it stops the next run', async () => {
  const visit = await givenVisit()
  await visit.use('ticket', 8, '2026-04-10T12:00:00Z')
  expect(await ask(visit, 3)).toMatchObject({ decision: 'allow' })
  const { body, status } = await visit.portal.post(BUDGETS, LIMIT)
  expect([status, body]).toMatchObject([
    201,
    {
      ...LIMIT,
      isActive: true,
      used: { spent: '8', held: '0', remaining: '2', resetsAt: '2026-05-01T00:00:00.000Z' },
    },
  ])
  expect(await ask(visit, 3)).toMatchObject({ decision: 'block', reason: 'budget_exceeded' })
  expect((await visit.portal.get(BUDGETS)).body.results).toEqual([body])
})

test('a limit of a customer tightens that of the operator and never lifts it', async () => {
  const visit = await givenVisit()
  const tight = { ...LIMIT, name: 'Of the operator', amount: '5', customerId: visit.customerId }
  await must(t.api.post('/v1/budgets', tight))
  await must(visit.portal.post(BUDGETS, { ...LIMIT, amount: '1000' }))
  expect(await ask(visit, 6)).toMatchObject({
    decision: 'block',
    message: expect.stringContaining('Of the operator'),
  })
})

test('a limit is changed, switched off and deleted', async () => {
  const visit = await givenVisit()
  const { id } = await must(visit.portal.post(BUDGETS, LIMIT))
  const change = { name: 'Higher', amount: '20', action: 'alert' }
  expect((await visit.portal.patch(`${BUDGETS}/${id}`, change)).body).toMatchObject(change)
  expect(await ask(visit, 30)).toMatchObject({ decision: 'warn' })
  await must(visit.portal.patch(`${BUDGETS}/${id}`, { isActive: false }))
  expect(await ask(visit, 30)).toMatchObject({ decision: 'allow' })
  expect((await visit.portal.delete(`${BUDGETS}/${id.toUpperCase()}`)).status).toBe(204)
  expect((await visit.portal.get(BUDGETS)).body).toEqual({ results: [] })
  expect((await visit.portal.patch(`${BUDGETS}/${id}`, change)).status).toBe(404)
})

test('a customer neither sees nor changes budgets of the operator or of other customers', async () => {
  const [visit, other] = [await givenVisit(), await givenVisit()]
  const ofOperator = { ...LIMIT, measure: 'cost', period: 'day', customerId: visit.customerId }
  const { currency: _, ...cost } = ofOperator
  const { id: operators } = await must(t.api.post('/v1/budgets', cost))
  const { id: others } = await must(other.portal.post(BUDGETS, LIMIT))
  expect((await visit.portal.get(BUDGETS)).body).toEqual({ results: [] })
  for (const id of [operators, others, visit.customerId]) {
    expect((await visit.portal.patch(`${BUDGETS}/${id}`, { amount: '0' })).status).toBe(404)
    expect((await visit.portal.delete(`${BUDGETS}/${id}`)).status).toBe(404)
  }
  const list = await must(t.api.get(`/v1/budgets?customerId=${other.customerId}`))
  expect(list.results).toMatchObject([{ id: others, origin: 'customer', amount: '10' }])
  expect(await must(t.api.get(`/v1/budgets/${operators}`))).toMatchObject({ origin: 'operator' })
})

test.each([
  ['a cost', { measure: 'cost', currency: undefined }, 400],
  ['a margin', { measure: 'margin' }, 400],
  ['another customer', { customerId: '01890000-0000-7000-8000-000000000000' }, 400],
  ['a revenue of a day', { period: 'day' }, 422],
  ['a currency of units', { measure: 'quantity', period: 'day' }, 422],
  ['a negative amount', { amount: '-1' }, 400],
  ['no name', { name: ' ' }, 400],
])('a limit with %s is refused', async (_what, fields, status) => {
  const { portal } = await givenVisit()
  expect((await portal.post(BUDGETS, { ...LIMIT, ...fields })).status).toBe(status)
})

test('without prices in its currency a limit has no figures', async () => {
  const { id } = await givenCustomer(t.api, {})
  const portal = await givenPortal(t, t.api, id)
  const { used } = await must(portal.post(BUDGETS, { ...LIMIT, currency: 'EUR' }))
  expect(used).toBeNull()
})

test('a customer has at most ten limits, also when they are set at the same time', async () => {
  const { id } = await givenCustomer(t.api, {})
  const portal = await givenPortal(t, t.api, id)
  const answers = await Promise.all(Array.from({ length: 13 }, () => portal.post(BUDGETS, LIMIT)))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(10).fill(201), ...Array(3).fill(409)])
  expect((await portal.get(BUDGETS)).body.results).toHaveLength(10)
})
