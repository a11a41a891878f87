import { describe, expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import {
  ABSENT,
  flat,
  givenAgent,
  givenOffer,
  givenPlan,
  givenSignal,
  givenStrategies,
  givenStrategy,
  givenSubscription,
  givenUnpricedOffer,
  includedIn,
  subscriptionBody,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

const plans = '/v1/pricing-plans'
const url = (id: string) => `${plans}/${id}`
const end = (id: string) => api.patch(`/v1/subscriptions/${id}`, { status: 'ended' })
type Price = Record<string, unknown>
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
      includedSignals: [],
      createdAt: expect.stringMatching(/Z$/),
    })
    expect((await api.get(url(plan.id))).body).toEqual(plan)
    expect((await api.get(url(plan.id.toUpperCase()))).body).toEqual(plan)
  })

  test("takes the organization's currency when none is sent", async () => {
    const update = 'update organizations set currency = $1 where id = $2'
    await t.database.pool.query(update, ['JPY', organization.id])
    expect((await givenPlan(api)).currency).toBe('JPY')
  })

  test('keeps numbers in the feature list that no float can hold', async () => {
    const featuresList = '{"limit":12345678901234567890,"deep":{"rate":0.12345678901234567890}}'
    const { statusCode, body } = await t.app.inject({
      method: 'POST',
      url: plans,
      headers: { 'x-api-key': organization.secretKey, 'content-type': 'application/json' },
      payload: `{"name": "Exact", "featuresList": ${featuresList}}`,
    })
    expect([statusCode, body]).toEqual([201, expect.stringContaining(featuresList)])
  })

  test('keeps every field as it was sent and links the agent', async () => {
    const { id, name, agentCode } = await givenAgent(api)
    const featuresList = { Zeta: [1, { b_c: null }], seats: 'unlimited' }
    const fields = { name: long, description: long, featuresList, isActive: false, currency: 'EUR' }
    const plan = await givenPlan(api, { ...fields, agentId: id })
    expect(plan).toMatchObject({ ...fields, agents: [{ id, name, agentCode }] })
    expect(JSON.stringify(plan.featuresList)).toBe(JSON.stringify(featuresList))
  })

  test.each([
    ['name must be text of more than spaces on one line', { name: '   ' }],
    ['name must be text of more than spaces on one line', { name: 'half \ud83d' }],
    ['currency must be a currency code of ISO 4217', { currency: 'usd' }],
    ['currency XXX is not a valid billing currency', { currency: 'XXX' }],
  ])('400 says %s for %j', async (problem, fields) => {
    const answer = await api.post(plans, { name: 'Pro', ...fields })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain(problem)
  })
})

describe('agents of a plan', () => {
  test('are linked once, 409 for the second time, and unlinked once', async () => {
    const [plan, agent] = [await givenPlan(api), await givenAgent(api)]
    const link = () => api.post(`${url(plan.id)}/agents`, { agentId: agent.id })
    const { id, name, agentCode } = agent
    const linked = await link()
    expect([linked.status, linked.body]).toEqual([
      201,
      {
        ...plan,
        version: 2,
        updatedAt: linked.body.updatedAt,
        agents: [{ id, name, agentCode }],
      },
    ])
    expect((await link()).status).toBe(409)
    const unlink = () => api.delete(`${url(plan.id)}/agents/${id}`)
    const unlinked = await unlink()
    expect([unlinked.status, unlinked.body]).toEqual([204, undefined])
    expect((await unlink()).status).toBe(404)
    const { body } = await api.get(url(plan.id))
    expect(body).toEqual({ ...plan, version: 3, updatedAt: body.updatedAt })
  })

  test('are shown by name', async () => {
    const { id } = await givenPlan(api)
    for (const name of ['Zoe', 'Ann', 'Max']) {
      const agent = await givenAgent(api, { name })
      await api.post(`${url(id)}/agents`, { agentId: agent.id })
    }
    const { agents } = (await api.get(url(id))).body
    expect(agents.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'Max', 'Zoe'])
  })

  test('are unlinked unless an active subscription or a price uses plan and agent', async () => {
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
    const priced = await api.delete(`${url(planId)}/agents/${agentId}`)
    expect(priced.status).toBe(409)
    expect(messageOf(priced)).toContain(strategyId)
    await api.delete(`${url(planId)}/pricing-strategies/${strategyId}`)
    expect(await unlink(agentId)).toBe(204)
    expect((await api.get(url(planId))).body.agents).toEqual([])
  })
})

describe('PATCH', () => {
  test('changes only the fields sent', async () => {
    const plan = await givenPlan(api, { agentId: (await givenAgent(api)).id })
    const fields = { name: 'B', description: 'd', featuresList: { a: 1 }, isActive: false }
    for (const [field, value] of Object.entries(fields)) {
      const { status, body } = await api.patch(url(plan.id), { [field]: value })
      expect(status, field).toBe(200)
      plan[field] = value
      expect(body).toEqual({ ...plan, version: body.version, updatedAt: body.updatedAt })
    }
    const half = { featuresList: { b: 'half \ud83d' } }
    expect((await api.patch(url(plan.id), half)).status).toBe(200)
  })
})

test('a plan that is not active takes no new subscription and keeps its old ones', async () => {
  const { planId, agentId } = await givenOffer(api)
  const { id } = await givenSubscription(api, { planId, agentId })
  await api.patch(url(planId), { isActive: false })
  const body = await subscriptionBody(api, { planId, agentId })
  const refused = await api.post('/v1/subscriptions', body)
  expect(refused.status).toBe(422)
  expect(messageOf(refused)).toContain('not active')
  const changed = await api.patch(`/v1/subscriptions/${id}`, { seatsCount: 2 })
  expect(changed.body).toMatchObject({ status: 'active', seatsCount: 2 })
  await api.patch(url(planId), { isActive: true })
  expect((await api.post('/v1/subscriptions', body)).status).toBe(201)
})

describe('DELETE', () => {
  test('is 409 while a subscription is active or upcoming and 204 once it has ended', async () => {
    const { planId, agentId } = await givenOffer(api)
    const upcoming = await givenSubscription(api, { planId, agentId, startDate: '2027-01-01' })
    expect((await api.delete(url(planId))).status).toBe(409)
    await api.delete(`/v1/subscriptions/${upcoming.id}`)
    const { id } = await givenSubscription(api, { planId, agentId })
    const used = await api.delete(url(planId))
    expect(used.status).toBe(409)
    expect(messageOf(used)).toContain('Subscriptions that have not ended use this plan')
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

  test('puts everything of the plan out of reach', async () => {
    const { planId, agentId } = await givenUnpricedOffer(api)
    const fee = { chargeType: 'recurring', rate: 1 }
    const { id } = await givenStrategy(api, planId, fee)
    expect((await api.delete(url(planId))).status).toBe(204)
    const strategies = `${url(planId)}/pricing-strategies`
    const calls = [
      () => api.delete(url(planId)),
      () => api.get(url(planId)),
      () => api.patch(url(planId), { name: 'A' }),
      () => api.post(`${url(planId)}/copy`, {}),
      () => api.post(`${url(planId)}/agents`, { agentId }),
      () => api.delete(`${url(planId)}/agents/${agentId}`),
      () => api.post(includedIn(planId), { signalId: ABSENT }),
      () => api.delete(`${includedIn(planId)}/${ABSENT}`),
      () => api.get(strategies),
      () => api.post(strategies, [fee]),
      () => api.get(`${strategies}/${id}`),
      () => api.patch(`${strategies}/${id}`, { rate: 2 }),
      () => api.delete(`${strategies}/${id}`),
    ]
    for (const call of calls) {
      const { status, body } = await call()
      expect([status, body.message]).toEqual([404, 'Pricing plan not found'])
    }
    expect((await api.get(`${plans}?agentId=${agentId}`)).body.totalResults).toBe(0)
  })

  test('sets its signals and agents free', async () => {
    const { planId, agentId, signalId } = await givenOffer(api)
    expect((await api.delete(`/v1/signals/${signalId}`)).status).toBe(409)
    expect((await api.delete(url(planId))).status).toBe(204)
    expect((await api.delete(`/v1/signals/${signalId}`)).status).toBe(204)
    expect((await api.delete(`/v1/agents/${agentId}`)).status).toBe(204)
  })
})

describe('included signals', () => {
  test('are listed until they are excluded, and a copy has them', async () => {
    const { id: agentId } = await givenAgent(api)
    const { id: planId } = await givenPlan(api, { agentId })
    const { id, name } = await givenSignal(api, { agentId })
    const includedSignals = [{ id, name, agentId }]
    for (const _twice of [1, 2]) {
      const { status, body } = await api.post(includedIn(planId), { signalId: id })
      expect([status, body.includedSignals]).toEqual([200, includedSignals])
    }
    expect((await api.post(`${url(planId)}/copy`, {})).body).toMatchObject({ includedSignals })
    const one = `${includedIn(planId)}/${id}`
    expect((await api.delete(one)).status).toBe(204)
    expect((await api.get(url(planId))).body.includedSignals).toEqual([])
    expect((await api.delete(one)).status).toBe(404)
  })

  test('belong to an agent of the plan', async () => {
    const { id: planId } = await givenPlan(api, {})
    const { id: agentId } = await givenAgent(api)
    const { id: signalId } = await givenSignal(api, { agentId })
    const answer = await api.post(includedIn(planId), { signalId })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain('link the plan to the agent')
    expect((await api.post(includedIn(planId), { signalId: ABSENT })).status).toBe(404)
  })
})

describe('a copy', () => {
  const strategiesOf = async (id: string) =>
    (await api.get(`${url(id)}/pricing-strategies?sortBy=name&sortOrder=asc`)).body.results

  test('has the fields, prices and agents of the plan under new ids', async () => {
    const { planId } = await givenOffer(api)
    const fields = { description: 'd', featuresList: { a: 1 }, isActive: false }
    const { body: plan } = await api.patch(url(planId), fields)
    const tiers = [
      { lower: 0, upper: 10, rate: 99 },
      { lower: 10, upper: null, rate: 1e-12 },
    ]
    const second = await givenSignal(api, { agentId: plan.agents[0].id })
    const pool = { chargeType: 'usage', pricingModel: 'credit_pool', signalId: second.id, tiers }
    const seats = { chargeType: 'seat_based', rate: '0.1', isActive: false }
    await givenStrategies(api, planId, pool, seats)
    const { status, body } = await api.post(`${url(planId)}/copy`, { name: 'Pro 2' })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...plan,
      id: body.id,
      name: 'Pro 2',
      version: 1,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    })
    const [originals, copies] = [await strategiesOf(planId), await strategiesOf(body.id)]
    const plain = ({ id, createdAt, updatedAt, ...rest }: Record<string, unknown>) => rest
    const moved = originals.map((one: Price) => ({ ...plain(one), planId: body.id }))
    expect(copies.map(plain)).toEqual(moved)
    const ids = [...originals, ...copies].map(({ id }: { id: string }) => id)
    expect(new Set([planId, body.id, ...ids]).size).toBe(8)
  })

  test('is named after the plan, whose long name is cut before the suffix', async () => {
    const { id } = await givenPlan(api, { name: '🎉'.repeat(255) })
    const { body } = await api.post(`${url(id)}/copy`, undefined)
    expect(body.name).toBe(`${'🎉'.repeat(248)} (copy)`)
    for (const bad of [{ name: '' }, { name: 1 }, []]) {
      expect((await api.post(`${url(id)}/copy`, bad)).status).toBe(400)
    }
  })

  test('is independent afterwards, and a deleted price is not copied', async () => {
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
