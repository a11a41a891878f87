import { beforeAll, describe, expect, test } from 'vitest'
import { tickingClock } from '../../../../test/support/clocks.ts'
import {
  ABSENT,
  type Fields,
  flat,
  givenAgent,
  givenPlan,
  givenSignal,
  givenStrategy,
  givenUnpricedOffer,
  strategiesOf,
} from '../../../../test/support/given.ts'
import { useStranger, useTestApp } from '../../../../test/support/use-app.ts'
import { listLiveStrategies } from './live-strategies.ts'

/**
 * A plan with an agent and a signal, shared by tests that store nothing or read only their own
 * rows.
 */
let shared: { planId: string; agentId: string; signalId: string }

const t = useTestApp({ now: tickingClock('2026-06-01T00:00:00Z') })
const { api, publishable } = t
const stranger = useStranger(t)
beforeAll(async () => {
  shared = await givenUnpricedOffer(api)
})

const GRADUATED = [
  { lower: 0, upper: 1_000, rate: 0.01 },
  { lower: 1_000, upper: null, rate: 0.008 },
]
const POOL = [
  { lower: 0, upper: 500, rate: 25 },
  { lower: 500, upper: null, rate: 0.1 },
]
const create = (planId: string, ...items: unknown[]) => api.post(strategiesOf(planId), items)
const strategyUrl = ({ planId, id }: { planId: string; id: string }) =>
  `${strategiesOf(planId)}/${id}`
const listed = async (planId: string) =>
  (await api.get(`${strategiesOf(planId)}?sortOrder=asc`)).body.results

describe('creating strategies', () => {
  test('every kind of charge', async () => {
    const { planId, agentId, signalId } = await givenUnpricedOffer(api)
    const signals = await Promise.all([1, 2, 3].map(() => givenSignal(api, { agentId })))
    const [second, third, fourth] = signals.map(({ id }) => id)
    const items = [
      { chargeType: 'usage', pricingModel: 'flat', signalId, rate: 0.1, name: 'Per ticket' },
      { chargeType: 'usage', pricingModel: 'graduated', signalId: second, tiers: GRADUATED },
      { chargeType: 'usage', pricingModel: 'volume', signalId: third, tiers: GRADUATED },
      { chargeType: 'usage', pricingModel: 'credit_pool', signalId: fourth, tiers: POOL },
      { chargeType: 'recurring', rate: 49 },
      { chargeType: 'seat_based', rate: '7.50', pricingModel: 'flat', isActive: false },
      { chargeType: 'onetime', rate: 0, signalId: null, tiers: null, pricingModel: null },
    ]
    const { status, body } = await create(planId, ...items)
    expect(status).toBe(201)
    const common = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      planId,
      isActive: true,
      createdAt: expect.stringMatching(/^2026-06-01T/),
      updatedAt: expect.stringMatching(/^2026-06-01T/),
    }
    const usage = { ...common, chargeType: 'usage', rate: null }
    const fee = { ...common, pricingModel: null, signalId: null, tiers: null }
    expect(body.results).toEqual([
      { ...usage, name: 'Per ticket', pricingModel: 'flat', signalId, rate: 0.1, tiers: null },
      {
        ...usage,
        name: signals[0]?.name,
        pricingModel: 'graduated',
        signalId: second,
        tiers: GRADUATED,
      },
      {
        ...usage,
        name: signals[1]?.name,
        pricingModel: 'volume',
        signalId: third,
        tiers: GRADUATED,
      },
      {
        ...usage,
        name: signals[2]?.name,
        pricingModel: 'credit_pool',
        signalId: fourth,
        tiers: POOL,
      },
      { ...fee, name: 'Recurring fee', chargeType: 'recurring', rate: 49 },
      { ...fee, name: 'Seat fee', chargeType: 'seat_based', rate: 7.5, isActive: false },
      { ...fee, name: 'One-time fee', chargeType: 'onetime', rate: 0 },
    ])
    for (const strategy of body.results) {
      expect((await publishable.get(strategyUrl(strategy))).body).toEqual(strategy)
    }
  })

  test.each([
    [[], 'body must be a list of 1 to 100 strategies'],
    [{}, 'body must be a list of 1 to 100 strategies'],
    [{ chargeType: 'recurring', rate: 1 }, 'body must be a list of 1 to 100 strategies'],
    [
      Array.from({ length: 101 }, () => ({ chargeType: 'recurring', rate: 1 })),
      'body must be a list of 1 to 100 strategies',
    ],
    [[1], '[0] must be an object'],
    [[null], '[0] must be an object'],
    [[{ chargeType: 'recurring', rte: 1 }], 'unknown field [0].rte: did you mean [0].rate?'],
    [[{ id: ABSENT, chargeType: 'recurring', rate: 1 }], 'unknown field [0].id'],
  ])('refuses the body %#', async (body, problem) => {
    const answer = await api.post(strategiesOf(shared.planId), body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toEqual([problem])
  })

  const usage = (fields: Fields) => ({ chargeType: 'usage', signalId: ABSENT, ...fields })
  test.each<[Fields, string]>([
    [{}, 'chargeType is missing: send usage, recurring, seat_based or onetime'],
    [{ chargeType: null }, 'chargeType is missing'],
    [{ chargeType: 'monthly' }, 'chargeType must be usage, recurring, seat_based or onetime'],
    [{ chargeType: 'usage', pricingModel: 'flat', rate: 1 }, 'signalId is missing: a usage charge'],
    [usage({ signalId: 'ticket', pricingModel: 'flat', rate: 1 }), 'signalId must be a UUID'],
    [usage({ signalId: 7, pricingModel: 'flat', rate: 1 }), 'signalId must be a UUID'],
    [usage({ rate: 1 }), 'pricingModel is missing: send flat, graduated, volume or credit_pool'],
    [usage({ rate: 1, pricingModel: 'tiered' }), 'pricingModel must be flat, graduated, volume or'],
    [usage({ pricingModel: 'flat' }), 'rate is missing: send a number'],
    [usage({ pricingModel: 'flat', rate: null }), 'rate is missing: send a number'],
    [
      usage({ pricingModel: 'flat', rate: 1, tiers: GRADUATED }),
      'tiers do not go with pricingModel flat, which has one rate: leave tiers out, or send',
    ],
    [
      usage({ pricingModel: 'graduated', rate: 1, tiers: GRADUATED }),
      'rate does not go with pricingModel graduated, whose rates are in its tiers: leave rate out',
    ],
    [
      usage({ pricingModel: 'volume', rate: 0, tiers: GRADUATED }),
      'rate does not go with pricingModel volume',
    ],
    [
      usage({ pricingModel: 'credit_pool', rate: 1, tiers: POOL }),
      'rate does not go with pricingModel credit_pool',
    ],
    [usage({ pricingModel: 'graduated' }), 'tiers must be a list like'],
    [usage({ pricingModel: 'volume', tiers: null }), 'tiers must be a list like'],
    [{ chargeType: 'recurring' }, 'rate is missing'],
    [{ chargeType: 'seat_based' }, 'rate is missing'],
    [{ chargeType: 'onetime', rate: null }, 'rate is missing'],
    [
      { chargeType: 'recurring', rate: 1, pricingModel: 'volume' },
      'pricingModel is for chargeType usage; a recurring charge has one rate: leave pricingModel out',
    ],
    [
      { chargeType: 'onetime', rate: 1, signalId: ABSENT },
      'signalId is for chargeType usage; a onetime charge does not count events: leave signalId out',
    ],
    [
      { chargeType: 'seat_based', rate: 1, tiers: GRADUATED },
      'tiers are for chargeType usage; a seat_based charge has one rate: leave tiers out',
    ],
    [{ chargeType: 'recurring', rate: 1, name: '' }, 'name must be a text of 1 to 255 characters'],
    [{ chargeType: 'recurring', rate: 1, name: ' ' }, 'name must be a text'],
    [{ chargeType: 'recurring', rate: 1, name: null }, 'name must be a text'],
    [{ chargeType: 'recurring', rate: 1, name: 'x'.repeat(256) }, 'name must be a text'],
    [{ chargeType: 'recurring', rate: 1, name: 'half \ud83d' }, 'name must be a text'],
    [{ chargeType: 'recurring', rate: 1, isActive: 'no' }, 'isActive must be true or false'],
    [{ chargeType: 'recurring', rate: 1, isActive: null }, 'isActive must be true or false'],
  ])('refuses %j and says how to mend it', async (item, problem) => {
    const { status, body } = await create(shared.planId, { chargeType: 'recurring', rate: 1 }, item)
    expect(status).toBe(400)
    expect(body.message).toEqual([expect.stringContaining(`[1].${problem}`)])
    expect(await listed(shared.planId)).toEqual([])
  })

  test('names every problem of every item', async () => {
    const { body } = await create(
      shared.planId,
      { chargeType: 'recurring', rate: -1, name: '', isActive: 1 },
      { chargeType: 'usage', pricingModel: 'flat', tiers: [] },
    )
    expect(body.message).toEqual([
      '[0].rate must be 0 or more, not -1',
      '[0].name must be a text of 1 to 255 characters on one line, not only spaces',
      '[0].isActive must be true or false',
      '[1].signalId is missing: a usage charge prices one signal; send its id',
      expect.stringContaining('[1].tiers do not go with pricingModel flat'),
      expect.stringContaining('[1].rate is missing'),
    ])
  })
})

describe('the signal of a strategy', () => {
  test('must exist in the organization', async () => {
    const { id: theirAgent } = await givenAgent(stranger)
    const { id: theirs } = await givenSignal(stranger, { agentId: theirAgent })
    for (const signalId of [ABSENT, theirs]) {
      const { status, body } = await create(
        shared.planId,
        { chargeType: 'recurring', rate: 1 },
        flat(signalId),
      )
      expect([status, body.message]).toEqual([404, '[1].signalId: Signal not found'])
    }
    expect(await listed(shared.planId)).toEqual([])
  })

  test('must be of an agent linked to the plan', async () => {
    const { id: agentId } = await givenAgent(api, { name: 'Loner' })
    const { id: signalId } = await givenSignal(api, { agentId })
    const { status, body } = await create(shared.planId, flat(signalId))
    expect(status).toBe(422)
    expect(body.message).toContain('[0].signalId: The signal does not belong to an agent')
    expect(body.message).toContain('Loner')
    expect(body.message).toContain(agentId)
    expect((await api.post(`/v1/pricing-plans/${shared.planId}/agents`, { agentId })).status).toBe(
      201,
    )
    const id = signalId.toUpperCase()
    const created = await givenStrategy(api, shared.planId, flat(id))
    expect(created.signalId).toBe(signalId)
    await api.delete(strategyUrl(created))
  })

  test('is priced once in a plan, until that price is deleted', async () => {
    const { planId, signalId } = await givenUnpricedOffer(api)
    const first = await givenStrategy(api, planId, { ...flat(signalId), isActive: false })
    const second = await create(planId, flat(signalId))
    expect(second.status).toBe(409)
    expect(second.body.message).toContain(first.id)
    expect((await api.delete(strategyUrl(first))).status).toBe(204)
    const twice = await create(planId, flat(signalId), flat(signalId.toUpperCase()))
    expect(twice.status).toBe(409)
    expect(twice.body.message).toContain('already prices the signal')
    expect((await create(planId, flat(signalId))).status).toBe(201)
    const { id: otherPlan } = (await api.post(`/v1/pricing-plans/${planId}/copy`, {})).body
    expect(await listed(otherPlan)).toHaveLength(1)
  })

  test('is priced once despite concurrent requests', async () => {
    const { planId, signalId } = await givenUnpricedOffer(api)
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(planId, flat(signalId))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(await listed(planId)).toHaveLength(1)
  })

  test('is kept while a strategy that is being created prices it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { planId, signalId } = await givenUnpricedOffer(api)
      const [created, deleted] = await Promise.all([
        create(planId, flat(signalId)),
        api.delete(`/v1/signals/${signalId}`),
      ])
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([created.status, deleted.status])
    }
  })
})

describe('reading strategies', () => {
  test('lists by charge type, signal, activity and text, in pages and in order', async () => {
    const { planId, signalId } = await givenUnpricedOffer(api)
    await create(
      planId,
      { chargeType: 'usage', pricingModel: 'flat', signalId, rate: 1, name: 'Ticket' },
      { chargeType: 'recurring', rate: 1, name: 'Base', isActive: false },
      { chargeType: 'seat_based', rate: 1, name: 'Seat' },
    )
    const names = async (query: string) => {
      const { body } = await publishable.get(`${strategiesOf(planId)}?${query}`)
      return body.results.map(({ name }: { name: string }) => name)
    }
    expect(await names('sortBy=name&sortOrder=asc')).toEqual(['Base', 'Seat', 'Ticket'])
    expect(await names('chargeType=seat_based')).toEqual(['Seat'])
    expect(await names(`signalId=${signalId}`)).toEqual(['Ticket'])
    expect(await names('isActive=false')).toEqual(['Base'])
    expect(await names('search=tick')).toEqual(['Ticket'])
    const { body } = await api.get(`${strategiesOf(planId)}?limit=2&page=2&sortBy=name`)
    expect(body).toMatchObject({ page: 2, limit: 2, totalPages: 2, totalResults: 3 })
    expect(body.results).toMatchObject([{ name: 'Base' }])
    for (const query of ['limit=0', 'chargeType=tiered', 'signalId=x', 'sortBy=rate']) {
      expect((await api.get(`${strategiesOf(planId)}?${query}`)).status, query).toBe(400)
    }
  })

  test('pages contain every strategy once, though all were created at the same instant', async () => {
    const { id: planId } = await givenPlan(api)
    await create(planId, ...Array.from({ length: 7 }, () => ({ chargeType: 'onetime', rate: 1 })))
    const ids = new Set<string>()
    for (const page of [1, 2, 3, 4]) {
      const { body } = await api.get(`${strategiesOf(planId)}?limit=2&page=${page}`)
      for (const { id } of body.results) ids.add(id)
    }
    expect(ids.size).toBe(7)
  })

  test('hides those of another plan and of another organization', async () => {
    const { id: planId } = await givenPlan(api)
    const { id } = await givenStrategy(api, planId, { chargeType: 'recurring', rate: 1 })
    const { id: otherPlan } = await givenPlan(api)
    const notFound = [404, 'Pricing strategy not found in this plan']
    for (const url of [`${strategiesOf(otherPlan)}/${id}`, `${strategiesOf(planId)}/${ABSENT}`]) {
      for (const call of [api.get(url), api.patch(url, { rate: 2 }), api.delete(url)]) {
        const { status, body } = await call
        expect([status, body.message]).toEqual(notFound)
      }
    }
    const url = `${strategiesOf(planId)}/${id}`
    const calls = [
      stranger.get(url),
      stranger.get(strategiesOf(planId)),
      stranger.patch(url, { rate: 2 }),
      stranger.patch(strategiesOf(planId), [{ id, rate: 2 }]),
      stranger.post(strategiesOf(planId), [{ chargeType: 'recurring', rate: 1 }]),
      stranger.delete(url),
    ]
    for (const call of calls) {
      const { status, body } = await call
      expect([status, body.message]).toEqual([404, 'Pricing plan not found'])
    }
    expect((await api.get(`${strategiesOf(planId)}/nonsense`)).status).toBe(400)
    expect((await api.get(`${strategiesOf('nonsense')}`)).status).toBe(400)
  })

  test('refuses writes with a publishable key', async () => {
    const { id: planId } = await givenPlan(api)
    const { id } = await givenStrategy(api, planId, { chargeType: 'recurring', rate: 1 })
    const url = `${strategiesOf(planId)}/${id}`
    const calls = [
      publishable.post(strategiesOf(planId), [{ chargeType: 'recurring', rate: 1 }]),
      publishable.patch(strategiesOf(planId), [{ id, rate: 2 }]),
      publishable.patch(url, { rate: 2 }),
      publishable.delete(url),
    ]
    for (const call of calls) expect((await call).status).toBe(403)
  })
})

describe('strategies that bill', () => {
  test('exclude inactive and deleted ones, and outlive the plan', async () => {
    const { planId, signalId } = await givenUnpricedOffer(api)
    const tiers = POOL
    await givenStrategy(api, planId, {
      chargeType: 'usage',
      pricingModel: 'credit_pool',
      signalId,
      tiers,
    })
    await givenStrategy(api, planId, { chargeType: 'recurring', rate: 1, isActive: false })
    const gone = await givenStrategy(api, planId, { chargeType: 'onetime', rate: 1 })
    await api.delete(strategyUrl(gone))
    await api.delete(`/v1/pricing-plans/${planId}`)
    const live = await listLiveStrategies(t.dependencies.db, t.organization.id, planId)
    expect(live).toMatchObject([
      { planId, chargeType: 'usage', signalId, pricing: { pricingModel: 'credit_pool' } },
    ])
    expect(await listLiveStrategies(t.dependencies.db, ABSENT, planId)).toEqual([])
  })
})
