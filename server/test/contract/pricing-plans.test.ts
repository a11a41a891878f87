import { describe, expect, test } from 'vitest'
import {
  ABSENT,
  flat,
  givenAgent,
  givenOffer,
  givenPlan,
  givenSignal,
  givenStrategies,
  givenSubscription,
  subscriptionBody,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

const plans = '/v1/pricing-plans'
const url = (id: string) => `${plans}/${id}`
const end = (id: string) => api.patch(`/v1/subscriptions/${id}`, { status: 'ended' })
type Price = Record<'name' | 'chargeType' | 'signalId' | 'rate' | 'tiers', unknown>
const long = 'x'.repeat(255)

describe('POST /v1/pricing-plans', () => {
  test('needs only a name and gives each other field its default', async () => {
    const plan = await givenPlan(api, { name: 'Pro' })
    expect(plan).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Pro',
      description: null,
      isActive: true,
      currency: 'USD',
      agents: [],
      createdAt: expect.stringMatching(/Z$/),
    })
    expect((await api.get(url(plan.id))).body).toEqual(plan)
  })

  test('keeps every field as it was sent and links the agent', async () => {
    const { id, name, agentCode } = await givenAgent(api)
    const featuresList = { Zeta: [1, { b_c: null }], seats: 'unlimited' }
    const fields = { name: long, description: long, featuresList, isActive: false, currency: 'EUR' }
    const plan = await givenPlan(api, { ...fields, agentId: id })
    expect(plan).toMatchObject({ ...fields, agents: [{ id, name, agentCode }] })
    expect(JSON.stringify(plan.featuresList)).toBe(JSON.stringify(featuresList))
  })
})

describe('agents of a plan', () => {
  test('are linked once: 409 for the second time', async () => {
    const [plan, agent] = [await givenPlan(api), await givenAgent(api)]
    const link = () => api.post(`${url(plan.id)}/agents`, { agentId: agent.id })
    expect((await link()).status).toBeLessThan(300)
    expect((await link()).status).toBe(409)
    expect((await api.get(url(plan.id))).body.agents).toMatchObject([{ id: agent.id }])
  })

  test('are unlinked unless an active subscription uses that plan and agent', async () => {
    const { planId, agentId, strategyId } = await givenOffer(api)
    const other = await givenAgent(api)
    await api.post(`${url(planId)}/agents`, { agentId: other.id })
    const subscription = await givenSubscription(api, { planId, agentId })
    const unlink = async (id: string, plan = planId) =>
      (await api.delete(`${url(plan)}/agents/${id}`)).status
    expect(await unlink(agentId)).toBe(400)
    expect(await unlink(other.id)).toBe(204)
    expect(await unlink(agentId, ABSENT)).toBe(404)
    await end(subscription.id)
    await api.delete(`${url(planId)}/pricing-strategies/${strategyId}`)
    expect(await unlink(agentId)).toBe(204)
    expect((await api.get(url(planId))).body.agents).toEqual([])
  })
})

describe('PATCH', () => {
  test('changes what it names and nothing else', async () => {
    const plan = await givenPlan(api, { agentId: (await givenAgent(api)).id })
    const fields = { name: 'B', description: 'd', featuresList: { a: 1 }, isActive: false }
    for (const [field, value] of Object.entries(fields)) {
      const { status, body } = await api.patch(url(plan.id), { [field]: value })
      expect(status, field).toBe(200)
      plan[field] = value
      expect(body).toEqual(plan)
    }
  })
})

test('a plan that is not active takes no new subscription and keeps its old ones', async () => {
  const { planId, agentId } = await givenOffer(api)
  const { id } = await givenSubscription(api, { planId, agentId })
  await api.patch(url(planId), { isActive: false })
  const body = await subscriptionBody(api, { planId, agentId })
  const refused = await api.post('/v1/subscriptions', body)
  expect([400, 409, 422]).toContain(refused.status)
  expect((await api.get(`/v1/subscriptions/${id}`)).body.status).toBe('active')
  await api.patch(url(planId), { isActive: true })
  expect((await api.post('/v1/subscriptions', body)).status).toBe(201)
})

describe('DELETE', () => {
  test('is 409 while a subscription is active and 204 once it has ended', async () => {
    const { planId, agentId } = await givenOffer(api)
    const { id } = await givenSubscription(api, { planId, agentId })
    expect((await api.delete(url(planId))).status).toBe(409)
    await end(id)
    const answer = await api.delete(url(planId))
    expect([answer.status, answer.body]).toEqual([204, undefined])
    expect((await api.get(url(planId))).status).toBe(404)
    expect((await api.delete(url(planId))).status).toBe(404)
    expect((await api.get(plans)).body.totalResults).toBe(0)
    expect((await api.get(`/v1/subscriptions/${id}`)).body).toMatchObject({ planId })
    const late = await subscriptionBody(api, { planId, agentId })
    expect((await api.post('/v1/subscriptions', late)).status).toBe(404)
  })
})

describe('a copy', () => {
  const strategiesOf = async (id: string) =>
    (await api.get(`${url(id)}/pricing-strategies?sortBy=name&sortOrder=asc`)).body.results

  test('has the prices and agents of the plan under new ids', async () => {
    const { planId, signalId } = await givenOffer(api)
    const tiers = [
      { lower: 0, upper: 10, rate: 99 },
      { lower: 10, upper: null, rate: 0.0000001 },
    ]
    const pool = { chargeType: 'usage', pricingModel: 'credit_pool', name: 'a pool', tiers }
    const { agents } = (await api.get(url(planId))).body
    const second = await givenSignal(api, { agentId: agents[0].id })
    await givenStrategies(
      api,
      planId,
      { ...pool, signalId: second.id },
      { chargeType: 'onetime', rate: 5 },
    )
    const { status, body } = await api.post(`${url(planId)}/copy`, { name: 'Pro 2' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Pro 2', agents })
    expect(body.id).not.toBe(planId)
    const [originals, copies] = [await strategiesOf(planId), await strategiesOf(body.id)]
    const price = ({ name, chargeType, signalId: of, rate, tiers }: Price) =>
      JSON.stringify([name, chargeType, of, rate, tiers])
    expect(copies.map(price)).toEqual(originals.map(price))
    expect(copies.map(({ planId: id }: { planId: string }) => id)).toEqual(
      copies.map(() => body.id),
    )
    expect(copies.some(({ signalId: id }: { signalId: string }) => id === signalId)).toBe(true)
  })

  test('goes its own way afterwards, and a deleted price is not copied', async () => {
    const { planId, agentId, strategyId } = await givenOffer(api)
    const [gone] = await givenStrategies(api, planId, { chargeType: 'onetime', rate: 5 })
    await api.delete(`${url(planId)}/pricing-strategies/${gone.id}`)
    const { body } = await api.post(`${url(planId)}/copy`, {})
    const [copied, ...none] = await strategiesOf(body.id)
    expect(none).toEqual([])
    await api.patch(`${url(body.id)}/pricing-strategies/${copied.id}`, { rate: 7 })
    await api.delete(`${url(body.id)}/agents/${agentId}`)
    expect(await strategiesOf(planId)).toMatchObject([{ id: strategyId, rate: 0.5 }])
    expect((await api.get(url(planId))).body.agents).toMatchObject([{ id: agentId }])
  })
})

test('the list sorts, searches and filters by agent and activity', async () => {
  const { id: agentId } = await givenAgent(api)
  const { id: signalId } = await givenSignal(api, { agentId })
  for (const name of ['Cee', 'Ann', 'Bob']) await givenPlan(api, { name, agentId })
  const { id } = await givenPlan(api, { name: 'Dee', isActive: false, agentId })
  await api.delete(`${url(id)}/agents/${agentId}`)
  const list = async (query: string) => (await api.get(`${plans}?${query}`)).body
  const names = async (query: string) =>
    (await list(query)).results.map(({ name }: { name: string }) => name)
  await givenStrategies(api, (await list('search=Ann')).results[0].id, flat(signalId))
  expect(await names('sortBy=name&sortOrder=asc')).toEqual(['Ann', 'Bob', 'Cee', 'Dee'])
  expect(await names(`agentId=${agentId}&sortBy=name&sortOrder=desc`)).toEqual([
    'Cee',
    'Bob',
    'Ann',
  ])
  expect(await names('isActive=false')).toEqual(['Dee'])
  expect(await names('search=aN')).toEqual(['Ann'])
})
