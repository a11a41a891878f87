import { describe, expect, test } from 'vitest'
import { createApi, createTestOrganization } from '../../../test/support/app.ts'
import { tickingClock } from '../../../test/support/clocks.ts'
import {
  ABSENT,
  givenAgent,
  givenPlan,
  givenStrategy,
  givenUnpricedOffer,
  strategiesOf,
} from '../../../test/support/given.ts'
import { useStranger, useTestApp } from '../../../test/support/use-app.ts'

const t = useTestApp({ now: tickingClock('2026-06-01T00:00:00Z') })
const { api, publishable } = t
const stranger = useStranger(t)

const PLANS = '/v1/pricing-plans'

describe('POST /v1/pricing-plans', () => {
  test('creates a plan with defaults', async () => {
    const { status, body } = await api.post(PLANS, { name: 'Starter' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Starter',
      description: null,
      isActive: true,
      currency: 'USD',
      featuresList: {},
      agents: [],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
  })

  test('keeps every field, and the feature list as it was sent', async () => {
    const agent = await givenAgent(api)
    const featuresList = { z: 1, a: [null, true, { deep: 'ünïcode 🎉' }], empty: {} }
    const { status, body } = await api.post(PLANS, {
      name: 'Full',
      description: 'All of it',
      agentId: agent.id,
      featuresList,
      isActive: false,
      currency: 'EUR',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      description: 'All of it',
      isActive: false,
      currency: 'EUR',
      agents: [{ id: agent.id, name: agent.name, agentCode: agent.agentCode }],
    })
    expect(JSON.stringify(body.featuresList)).toBe(JSON.stringify(featuresList))
  })

  test('keeps numbers in the feature list that a float cannot represent', async () => {
    const featuresList = '{"limit":12345678901234567890,"deep":{"rate":0.12345678901234567890}}'
    const response = await t.app.inject({
      method: 'POST',
      url: PLANS,
      headers: { 'x-api-key': t.organization.secretKey, 'content-type': 'application/json' },
      payload: `{"name": "Exact", "featuresList": ${featuresList}}`,
    })
    expect(response.statusCode).toBe(201)
    expect(response.body).toContain(`"featuresList":${featuresList}`)
  })

  test("takes the organization's currency when none is sent", async () => {
    const organization = await createTestOrganization(t.dependencies)
    const update = 'update organizations set currency = $1 where id = $2'
    await t.database.pool.query(update, ['JPY', organization.id])
    const { body } = await createApi(t.app, organization.secretKey).post(PLANS, { name: 'Tokyo' })
    expect(body.currency).toBe('JPY')
  })

  test.each([
    [{}, 'name is required'],
    [{ name: '' }, 'name must not be empty'],
    [{ name: '   ' }, 'name must be text of more than spaces on one line, in valid Unicode'],
    [
      { name: 'half \ud83d' },
      'name must be text of more than spaces on one line, in valid Unicode',
    ],
    [{ name: 'x'.repeat(256) }, 'name must have at most 255 characters'],
    [{ name: 7 }, 'name must be a text'],
    [{ name: 'A', description: 'x'.repeat(256) }, 'description must have at most 255'],
    [{ name: 'A', agentId: 'support' }, 'agentId must be a UUID'],
    [{ name: 'A', agentId: `urn:uuid:${ABSENT}` }, 'agentId must be a UUID'],
    [{ name: 'A', featuresList: ['sla'] }, 'featuresList must be an object'],
    [{ name: 'A', featuresList: null }, 'featuresList must be an object'],
    [{ name: 'A', isActive: 'yes' }, 'isActive must be true or false'],
    [{ name: 'A', currency: 'usd' }, 'currency must be a currency code of ISO 4217'],
    [{ name: 'A', currency: 'XXX' }, 'currency XXX is not a valid billing currency'],
    [{ name: 'A', price: 10 }, 'price is not a field of this request'],
    [[], 'body must be an object'],
  ])('refuses %j', async (sent, problem) => {
    const { status, body } = await api.post(PLANS, sent)
    expect(status).toBe(400)
    expect(body.message).toEqual(expect.arrayContaining([expect.stringContaining(problem)]))
  })

  test('answers 404 to an absent agent and to one of another organization', async () => {
    const { id: foreign } = await givenAgent(stranger)
    for (const agentId of [ABSENT, foreign]) {
      const { status, body } = await api.post(PLANS, { name: 'A', agentId })
      expect([status, body.message]).toEqual([404, 'Agent not found'])
    }
  })

  test('refuses a publishable key', async () => {
    expect((await publishable.post(PLANS, { name: 'A' })).status).toBe(403)
  })
})

describe('reading plans', () => {
  test('a publishable key may read them', async () => {
    const plan = await givenPlan(api)
    expect((await publishable.get(`${PLANS}/${plan.id}`)).body).toEqual(plan)
    expect((await publishable.get(PLANS)).status).toBe(200)
    expect((await publishable.get(strategiesOf(plan.id))).status).toBe(200)
  })

  test("hides another organization's plan behind the answer for an absent one", async () => {
    const { id } = await givenPlan(stranger)
    const [foreign, absent] = [await api.get(`${PLANS}/${id}`), await api.get(`${PLANS}/${ABSENT}`)]
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual({ ...absent.body, requestId: foreign.body.requestId })
    expect((await api.get(`${PLANS}/nonsense`)).status).toBe(400)
    expect((await api.get(`${PLANS}/urn:uuid:${ABSENT}`)).status).toBe(400)
  })

  test('finds a plan by its id in capitals', async () => {
    const { id } = await givenPlan(api)
    expect((await api.get(`${PLANS}/${id.toUpperCase()}`)).body.id).toBe(id)
  })

  test('lists by agent, activity and text, in pages and in order', async () => {
    const organization = await createTestOrganization(t.dependencies)
    const own = createApi(t.app, organization.secretKey)
    const { id: agentId } = await givenAgent(own)
    await givenPlan(own, { name: 'Bronze 100%', agentId })
    await givenPlan(own, { name: 'Silver', description: 'second', isActive: false, agentId })
    await givenPlan(own, { name: 'Gold_plus' })
    const names = async (query: string) => {
      const { body } = await own.get(`${PLANS}?${query}`)
      return body.results.map(({ name }: { name: string }) => name)
    }
    expect(await names('')).toEqual(['Gold_plus', 'Silver', 'Bronze 100%'])
    expect(await names('sortBy=name&sortOrder=asc')).toEqual(['Bronze 100%', 'Gold_plus', 'Silver'])
    expect(await names(`agentId=${agentId}`)).toEqual(['Silver', 'Bronze 100%'])
    expect(await names('isActive=false')).toEqual(['Silver'])
    expect(await names('search=SECOND')).toEqual(['Silver'])
    expect(await names('search=100%25')).toEqual(['Bronze 100%'])
    expect(await names('search=_')).toEqual(['Gold_plus'])
    expect(await names('search=%20')).toHaveLength(3)
    expect(await names('limit=2&page=2')).toEqual(['Bronze 100%'])
    const { body } = await own.get(`${PLANS}?limit=2&page=1`)
    expect(body).toMatchObject({ page: 1, limit: 2, totalPages: 2, totalResults: 3 })
    expect((await own.get(`${PLANS}?limit=500`)).body.limit).toBe(100)
    expect(await names('page=9')).toEqual([])
    for (const query of [
      'limit=0',
      'page=0',
      'sortBy=price',
      'isActive=maybe',
      'agentId=x',
      'search=%00',
    ]) {
      expect((await own.get(`${PLANS}?${query}`)).status, query).toBe(400)
    }
  })

  test('pages contain every plan once, though all were created at the same instant', async () => {
    const organization = await createTestOrganization(t.dependencies)
    const own = createApi(t.app, organization.secretKey)
    for (let made = 0; made < 7; made += 1) await givenPlan(own, { name: 'Same' })
    await t.database.pool.query(
      'update pricing_plans set created_at = now() where organization_id = $1',
      [organization.id],
    )
    const ids = new Set<string>()
    for (const page of [1, 2, 3, 4]) {
      const { body } = await own.get(`${PLANS}?limit=2&page=${page}&sortBy=name`)
      for (const { id } of body.results) ids.add(id)
    }
    expect(ids.size).toBe(7)
  })
})

describe('PATCH /v1/pricing-plans/:planId', () => {
  test('changes only the fields sent', async () => {
    const plan = await givenPlan(api, { description: 'old', featuresList: { a: 1 } })
    const change = { name: 'New', description: null, isActive: false }
    const { status, body } = await api.patch(`${PLANS}/${plan.id}`, change)
    expect(status).toBe(200)
    expect(body).toEqual({ ...plan, ...change })
    const second = await api.patch(`${PLANS}/${plan.id}`, { featuresList: { b: 'half \ud83d' } })
    expect(second.status).toBe(200)
    expect((await api.patch(`${PLANS}/${plan.id}`, {})).body).toEqual({
      ...body,
      featuresList: second.body.featuresList,
    })
  })

  test('rejects the currency, agents and unknown fields', async () => {
    const { id } = await givenPlan(api)
    for (const field of ['currency', 'agentId', 'agents', 'nmae']) {
      const { status, body } = await api.patch(`${PLANS}/${id}`, { [field]: 'EUR' })
      expect(status).toBe(400)
      expect(body.message[0]).toContain(`${field} is not a field of this request`)
    }
    expect((await publishable.patch(`${PLANS}/${id}`, { name: 'A' })).status).toBe(403)
    expect((await stranger.patch(`${PLANS}/${id}`, { name: 'A' })).status).toBe(404)
    expect((await api.patch(`${PLANS}/${id}`, { name: null })).status).toBe(400)
  })
})

describe('DELETE /v1/pricing-plans/:planId', () => {
  test('deletes once; afterwards no route finds the plan', async () => {
    const { planId, agentId } = await givenUnpricedOffer(api)
    const fee = await givenStrategy(api, planId, { chargeType: 'recurring', rate: 1 })
    expect((await stranger.delete(`${PLANS}/${planId}`)).status).toBe(404)
    expect((await publishable.delete(`${PLANS}/${planId}`)).status).toBe(403)
    const first = await api.delete(`${PLANS}/${planId}`)
    expect([first.status, first.body]).toEqual([204, undefined])
    const calls = [
      () => api.delete(`${PLANS}/${planId}`),
      () => api.get(`${PLANS}/${planId}`),
      () => api.patch(`${PLANS}/${planId}`, { name: 'A' }),
      () => api.post(`${PLANS}/${planId}/copy`, {}),
      () => api.post(`${PLANS}/${planId}/agents`, { agentId }),
      () => api.delete(`${PLANS}/${planId}/agents/${agentId}`),
      () => api.get(strategiesOf(planId)),
      () => api.post(strategiesOf(planId), [{ chargeType: 'recurring', rate: 1 }]),
      () => api.get(`${strategiesOf(planId)}/${fee.id}`),
      () => api.patch(`${strategiesOf(planId)}/${fee.id}`, { rate: 2 }),
      () => api.delete(`${strategiesOf(planId)}/${fee.id}`),
    ]
    for (const call of calls) {
      const { status, body } = await call()
      expect([status, body.message]).toEqual([404, 'Pricing plan not found'])
    }
    const { body } = await api.get(`${PLANS}?agentId=${agentId}`)
    expect(body.totalResults).toBe(0)
  })

  test('a deleted plan blocks neither its agent nor its signals', async () => {
    const { planId, agentId, signalId } = await givenUnpricedOffer(api)
    const usage = { chargeType: 'usage', pricingModel: 'flat', signalId, rate: 1 }
    await givenStrategy(api, planId, usage)
    expect((await api.delete(`/v1/signals/${signalId}`)).status).toBe(409)
    expect((await api.delete(`${PLANS}/${planId}`)).status).toBe(204)
    expect((await api.delete(`/v1/signals/${signalId}`)).status).toBe(204)
    expect((await api.delete(`/v1/agents/${agentId}`)).status).toBe(204)
  })
})

describe('linking agents', () => {
  test('links and unlinks', async () => {
    const [plan, agent] = [await givenPlan(api), await givenAgent(api)]
    const linked = await api.post(`${PLANS}/${plan.id}/agents`, { agentId: agent.id })
    expect(linked.status).toBe(201)
    const { id, name, agentCode } = agent
    expect(linked.body).toEqual({ ...plan, agents: [{ id, name, agentCode }] })
    const unlinked = await api.delete(`${PLANS}/${plan.id}/agents/${agent.id}`)
    expect([unlinked.status, unlinked.body]).toEqual([204, undefined])
    expect((await api.get(`${PLANS}/${plan.id}`)).body.agents).toEqual([])
    expect((await api.delete(`${PLANS}/${plan.id}/agents/${agent.id}`)).status).toBe(404)
  })

  test('shows the agents by name', async () => {
    const { id } = await givenPlan(api)
    for (const name of ['Zoe', 'Ann', 'Max']) {
      const agent = await givenAgent(api, { name })
      await api.post(`${PLANS}/${id}/agents`, { agentId: agent.id })
    }
    const { body } = await api.get(`${PLANS}/${id}`)
    expect(body.agents.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'Max', 'Zoe'])
  })

  test('rejects an agent that is absent, foreign, malformed, or already linked', async () => {
    const { planId, agentId } = await givenUnpricedOffer(api)
    const link = (body: unknown, id = planId) => api.post(`${PLANS}/${id}/agents`, body)
    expect((await link({ agentId })).status).toBe(409)
    expect((await link({ agentId: ABSENT })).body.message).toBe('Agent not found')
    expect((await link({ agentId }, ABSENT)).body.message).toBe('Pricing plan not found')
    const theirs = await givenUnpricedOffer(stranger)
    expect((await link({ agentId: theirs.agentId })).status).toBe(404)
    expect((await link({ agentId }, theirs.planId)).status).toBe(404)
    expect((await api.delete(`${PLANS}/${theirs.planId}/agents/${theirs.agentId}`)).status).toBe(
      404,
    )
    expect((await link({})).status).toBe(400)
    expect((await link({ agentId: 'x' })).status).toBe(400)
    expect((await link({ agentId, planId })).status).toBe(400)
    const url = `${PLANS}/${planId}/agents`
    expect((await publishable.post(url, { agentId })).status).toBe(403)
    expect((await publishable.delete(`${url}/${agentId}`)).status).toBe(403)
  })

  test('of concurrent identical links one is created', async () => {
    const [plan, agent] = [await givenPlan(api), await givenAgent(api)]
    const url = `${PLANS}/${plan.id}/agents`
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.post(url, { agentId: agent.id })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  })

  test('keeps a link while a strategy prices a signal of the agent', async () => {
    const { planId, agentId, signalId } = await givenUnpricedOffer(api)
    const usage = { chargeType: 'usage', pricingModel: 'flat', signalId, rate: 1, isActive: false }
    const strategy = await givenStrategy(api, planId, usage)
    const refused = await api.delete(`${PLANS}/${planId}/agents/${agentId}`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain(strategy.id)
    await api.delete(`${strategiesOf(planId)}/${strategy.id}`)
    expect((await api.delete(`${PLANS}/${planId}/agents/${agentId}`)).status).toBe(204)
  })

  test('never unlinks under a strategy that is being created', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { planId, agentId, signalId } = await givenUnpricedOffer(api)
      const usage = { chargeType: 'usage', pricingModel: 'flat', signalId, rate: 1 }
      const [created, unlinked] = await Promise.all([
        api.post(strategiesOf(planId), [usage]),
        api.delete(`${PLANS}/${planId}/agents/${agentId}`),
      ])
      expect([
        [201, 409],
        [422, 204],
      ]).toContainEqual([created.status, unlinked.status])
    }
  })
})

describe('POST /v1/pricing-plans/:planId/copy', () => {
  test('copies the plan, its agents and its live prices under new ids', async () => {
    const { planId, agentId, signalId } = await givenUnpricedOffer(api)
    const fields = { description: 'd', featuresList: { a: 1 }, isActive: false }
    const { body: plan } = await api.patch(`${PLANS}/${planId}`, fields)
    const tiers = [
      { lower: 0, upper: 10, rate: 5 },
      { lower: 10, upper: null, rate: 0.000000000001 },
    ]
    await givenStrategy(api, planId, {
      chargeType: 'usage',
      pricingModel: 'credit_pool',
      signalId,
      tiers,
    })
    await givenStrategy(api, planId, { chargeType: 'seat_based', rate: '0.1', isActive: false })
    const gone = await givenStrategy(api, planId, { chargeType: 'onetime', rate: 3 })
    await api.delete(`${strategiesOf(planId)}/${gone.id}`)

    const { status, body: copy } = await api.post(`${PLANS}/${planId}/copy`, undefined)
    expect(status).toBe(201)
    expect(copy).toEqual({
      ...plan,
      id: expect.any(String),
      name: `${plan.name} (copy)`,
      createdAt: expect.any(String),
    })
    expect(copy.id).not.toBe(planId)
    expect(copy.agents[0].id).toBe(agentId)
    const list = async (id: string) =>
      (await api.get(`${strategiesOf(id)}?sortBy=name`)).body.results
    const [originals, copies] = [await list(planId), await list(copy.id)]
    expect(copies).toHaveLength(2)
    const plain = ({ id, planId: _, createdAt, updatedAt, ...rest }: Record<string, unknown>) =>
      rest
    expect(copies.map(plain)).toEqual(originals.map(plain))
    const ids = [...originals, ...copies].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(4)
  })

  test('takes a name, and shortens a long one before the suffix', async () => {
    const { id } = await givenPlan(api, { name: '🎉'.repeat(255) })
    expect((await api.post(`${PLANS}/${id}/copy`, { name: 'Mine' })).body.name).toBe('Mine')
    expect((await api.post(`${PLANS}/${id}/copy`, {})).body.name).toBe(`${'🎉'.repeat(248)} (copy)`)
    for (const body of [{ name: '' }, { name: 1 }, { nmae: 'x' }, []]) {
      expect((await api.post(`${PLANS}/${id}/copy`, body)).status).toBe(400)
    }
    expect((await publishable.post(`${PLANS}/${id}/copy`, {})).status).toBe(403)
    expect((await stranger.post(`${PLANS}/${id}/copy`, {})).status).toBe(404)
    expect((await api.post(`${PLANS}/${ABSENT}/copy`, {})).status).toBe(404)
  })
})
