import { describe, expect, test } from 'vitest'
import { tickingClock } from '../support/clocks.ts'
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
} from '../support/given.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: tickingClock('2026-06-01T00:00:00Z') })
const { api } = t

const TIERS = [
  { lower: 0, upper: 10, rate: 2, flatFee: 0 },
  { lower: 10, upper: null, rate: 1, flatFee: 0 },
]
const tiered = (signalId: string, pricingModel = 'graduated') => ({
  chargeType: 'usage',
  pricingModel,
  signalId,
  tiers: TIERS,
})
const fee = (fields: Fields = {}) => ({ chargeType: 'recurring', rate: 20, ...fields })
const listed = async (planId: string) =>
  (await api.get(`${strategiesOf(planId)}?sortOrder=asc&limit=100`)).body.results

const firstPriceOf = ({ prices }: Fields): Fields => (prices as Fields[])[0] ?? {}

/** Creates a plan with one strategy for the plan's signal. */
async function givenPriced(fields: (signalId: string) => Fields) {
  const linked = await givenUnpricedOffer(api)
  const strategy = await givenStrategy(api, linked.planId, fields(linked.signalId))
  const url = `${strategiesOf(linked.planId)}/${strategy.id}`
  return { ...linked, strategy, url }
}

describe('PATCH of one strategy', () => {
  test('changes only the fields sent', async () => {
    const { strategy, url } = await givenPriced((signalId) => flat(signalId))
    const { status, body } = await api.patch(url, { rate: '0.25' })
    expect(status).toBe(200)
    const prices = [{ ...firstPriceOf(strategy), rate: 0.25 }]
    expect(body).toEqual({ ...strategy, rate: 0.25, prices, version: 2, updatedAt: body.updatedAt })
    expect(body.updatedAt > strategy.updatedAt).toBe(true)
    expect((await api.get(url)).body).toEqual(body)
    const renamed = await api.patch(url, { name: 'Ticket', isActive: false })
    expect(renamed.body).toMatchObject({ name: 'Ticket', isActive: false, rate: 0.25 })
  })

  test('a request that changes nothing writes nothing', async () => {
    const { strategy, url } = await givenPriced((signalId) => tiered(signalId))
    const { chargeType, pricingModel, signalId, tiers, name, isActive } = strategy as Fields
    const fields = { chargeType, pricingModel, signalId, tiers, name, isActive }
    for (const body of [{}, fields, { tiers: strategy.tiers }]) {
      expect((await api.patch(url, body)).body).toEqual(strategy)
    }
  })

  test.each<[string, (signalId: string) => Fields, Fields, Fields]>([
    [
      'a rate per unit to tiers',
      (signalId) => flat(signalId),
      { pricingModel: 'volume', tiers: TIERS },
      { pricingModel: 'volume', rate: null, tiers: TIERS },
    ],
    [
      'tiers to a rate per unit',
      (signalId) => tiered(signalId),
      { pricingModel: 'flat', rate: 3 },
      { pricingModel: 'flat', rate: 3, tiers: null },
    ],
    [
      'graduated to volume, with the same tiers',
      (signalId) => tiered(signalId),
      { pricingModel: 'volume' },
      { pricingModel: 'volume', tiers: TIERS },
    ],
    [
      'usage to a fee',
      (signalId) => tiered(signalId),
      { chargeType: 'recurring', rate: 30 },
      {
        ...{ chargeType: 'recurring', pricingModel: null, signalId: null, rate: 30, tiers: null },
        billTiming: 'arrears',
      },
    ],
    [
      'a fee to a fee for each seat, at the same rate',
      () => fee(),
      { chargeType: 'seat_based' },
      { chargeType: 'seat_based', rate: 20 },
    ],
  ])('turns %s', async (_what, fields, change, expected) => {
    const { url, strategy } = await givenPriced(fields)
    const { status, body } = await api.patch(url, change)
    expect(status, JSON.stringify(body)).toBe(200)
    // These are of the strategy, whatever its price.
    const { chargeType: _kind, signalId: _signal, billTiming: _timing, ...price } = expected
    const prices = [{ ...firstPriceOf(strategy), ...price }]
    const { updatedAt } = body
    expect(body).toEqual({ ...strategy, ...expected, prices, version: 2, updatedAt })
  })

  test('turns a fee to usage', async () => {
    const { url, signalId } = await givenPriced(() => fee({ name: 'Kept' }))
    const { body } = await api.patch(url, flat(signalId))
    expect(body).toMatchObject({ ...flat(signalId), name: 'Kept' })
  })

  test.each<[string, (signalId: string) => Fields, Fields, string]>([
    ['tiers on flat', (id) => flat(id), { tiers: TIERS }, 'tiers do not go with pricingModel flat'],
    ['a rate on tiers', (id) => tiered(id), { rate: 1 }, 'rate does not go with pricingModel grad'],
    ['no price', (id) => flat(id), { rate: null }, 'rate is missing'],
    ['no tiers', (id) => tiered(id), { tiers: null }, 'tiers must be a list like'],
    ['no signal', (id) => flat(id), { signalId: null }, 'signalId is missing'],
    ['no model', (id) => flat(id), { pricingModel: null }, 'pricingModel is missing'],
    ['no kind', (id) => flat(id), { chargeType: null }, 'chargeType is missing'],
    ['a signal on a fee', () => fee(), { signalId: ABSENT }, 'signalId is for chargeType usage'],
    ['tiers on a fee', () => fee(), { tiers: TIERS }, 'tiers are for chargeType usage'],
    [
      "a unit's rate as a fee",
      (id) => flat(id),
      { chargeType: 'recurring' },
      'rate is missing: send a number',
    ],
    [
      "a tier's rate as the price of a pool",
      (id) => tiered(id),
      { pricingModel: 'credit_pool' },
      'tiers must be a list like',
    ],
    [
      'usage without a signal',
      () => fee(),
      { chargeType: 'usage', rate: 1 },
      'signalId is missing',
    ],
    [
      'a bad bound',
      (id) => tiered(id),
      { tiers: [{ lower: 1, upper: null, rate: 1 }] },
      'tiers[0].l',
    ],
    ['an empty name', () => fee(), { name: '' }, 'name must be a text'],
    ['its id', () => fee(), { id: ABSENT }, 'id is not a field of this request'],
    ['a typo', () => fee(), { raet: 1 }, 'raet is not a field of this request: did you mean rate?'],
  ])('refuses %s', async (_what, fields, change, problem) => {
    const { url, strategy } = await givenPriced(fields)
    const { status, body } = await api.patch(url, change)
    expect(status).toBe(400)
    expect(body.message[0].startsWith(problem), body.message[0]).toBe(true)
    expect((await api.get(url)).body).toEqual(strategy)
  })

  test.each([[[]], ['x'], [null]])('refuses the body %j', async (body) => {
    const { url } = await givenPriced(() => fee())
    expect((await api.patch(url, body)).status).toBe(400)
  })

  test('a new signal must exist, belong to a linked agent, and not be priced yet', async () => {
    const { url, planId, agentId, strategy } = await givenPriced((signalId) => flat(signalId))
    const { id: other } = await givenSignal(api, { agentId })
    const { id: lonely } = await givenSignal(api, { agentId: (await givenAgent(api)).id })
    expect((await api.patch(url, { signalId: ABSENT })).status).toBe(404)
    expect((await api.patch(url, { signalId: lonely })).status).toBe(422)
    const taken = await givenStrategy(api, planId, flat(other))
    const refused = await api.patch(url, { signalId: other })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain(taken.id)
    await api.delete(`${strategiesOf(planId)}/${taken.id}`)
    const moved = await api.patch(url, { signalId: other })
    expect(moved.body).toMatchObject({ id: strategy.id, signalId: other })
  })
})

describe('PATCH of the list', () => {
  const save = (planId: string, ...items: unknown[]) => api.patch(strategiesOf(planId), items)

  test('changes and creates together, and answers in the order of the request', async () => {
    const { planId, signalId, strategy } = await givenPriced(() => fee())
    const { status, body } = await save(
      planId,
      flat(signalId),
      { id: strategy.id.toUpperCase(), rate: 25 },
      { chargeType: 'onetime', rate: 100, name: 'Setup' },
    )
    expect(status).toBe(200)
    expect(body.results).toMatchObject([
      { ...flat(signalId), planId },
      { id: strategy.id, rate: 25, createdAt: strategy.createdAt },
      { chargeType: 'onetime', rate: 100, name: 'Setup' },
    ])
    expect(await listed(planId)).toHaveLength(3)
  })

  test('two strategies may swap their signals, and a new one may take a released one', async () => {
    const { planId, agentId, signalId, strategy } = await givenPriced((id) => flat(id))
    const { id: otherSignal } = await givenSignal(api, { agentId })
    const other = await givenStrategy(api, planId, flat(otherSignal))
    const swapped = await save(
      planId,
      { id: strategy.id, signalId: otherSignal },
      { id: other.id, signalId },
    )
    expect(swapped.status).toBe(200)
    const signals = (body: { results: { signalId: string }[] }) =>
      body.results.map((result) => result.signalId)
    expect(signals(swapped.body)).toEqual([otherSignal, signalId])
    const { id: third } = await givenSignal(api, { agentId })
    const moved = await save(planId, flat(signalId), { id: other.id, signalId: third })
    expect(moved.status).toBe(200)
    expect(signals(moved.body)).toEqual([signalId, third])
    expect(await listed(planId)).toHaveLength(3)
  })

  test('one invalid item rejects all, and the error names its position', async () => {
    const { planId, signalId, strategy } = await givenPriced(() => fee())
    const good = { id: strategy.id, rate: 99 }
    const cases: [unknown[], number, string][] = [
      [[good, { rate: 1 }], 400, '[1].chargeType is missing'],
      [[good, { id: 'x', rate: 1 }], 400, '[1].id must be a UUID'],
      [[good, { id: null, rate: 1 }], 400, '[1].id must be a UUID'],
      [[good, { ...good, id: strategy.id.toUpperCase() }], 400, '[1].id is the id of [0] too'],
      [[good, { id: ABSENT, rate: 1 }], 404, '[1].id: Pricing strategy not found in this plan'],
      [[good, { planId }], 400, '[1].planId is not a field of this request'],
      [[good, flat(ABSENT)], 404, '[1].signalId: Signal not found'],
      [[good, flat(signalId), flat(signalId)], 409, '[2].signalId: this plan already prices'],
      [[good, flat(signalId, -1), fee({ rate: 'x' })], 400, '[1].rate must be 0 or more'],
    ]
    for (const [items, status, problem] of cases) {
      const answer = await save(planId, ...items)
      expect(answer.status, problem).toBe(status)
      expect([answer.body.message].flat()[0]).toContain(problem)
    }
    expect((await save(planId)).status).toBe(400)
    expect((await save(ABSENT, fee())).status).toBe(404)
    expect(await listed(planId)).toEqual([strategy])
  })

  test('a strategy of another plan is absent', async () => {
    const { strategy } = await givenPriced(() => fee())
    const { planId } = await givenPriced(() => fee())
    expect((await save(planId, { id: strategy.id, rate: 1 })).status).toBe(404)
  })

  test('a plan has at most 1000 strategies', async () => {
    const { id: planId } = await givenPlan(api)
    const hundred = Array.from({ length: 100 }, () => fee())
    for (let round = 0; round < 10; round += 1) {
      expect((await api.post(strategiesOf(planId), hundred)).status).toBe(201)
    }
    const refused = await save(planId, fee())
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'A plan has at most 1000 pricing strategies',
    ])
    expect((await api.post(`/v1/pricing-plans/${planId}/copy`, {})).status).toBe(201)
  })
})
