import { beforeEach, describe, expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import {
  ABSENT,
  flat,
  givenAgent,
  givenPlan,
  givenSignal,
  givenStrategies,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let agentId = ''
let planId = ''
let signalId = ''
let url = ''

const t = useTestApp({ atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

beforeEach(async () => {
  agentId = (await givenAgent(api)).id
  planId = (await givenPlan(api, { agentId })).id
  signalId = (await givenSignal(api, { agentId })).id
  url = `/v1/pricing-plans/${planId}/pricing-strategies`
})

const tier = (lower: unknown, upper: unknown, rate: unknown = 1) => ({ lower, upper, rate })
const TIERS = [tier(0, 100, 0.1), tier(100, 1000, 0.05), tier(1000, null, 0.01)]
const POOL = [tier(0, 500, 99), tier(500, null, 0.2)]
type Row = Record<string, unknown>
const list = async (query = '') => (await api.get(`${url}?${query}`)).body
const usage = (fields: Row): Row => ({ chargeType: 'usage', signalId, ...fields })

describe('every charge type and pricing model', () => {
  test.each<Row>([
    { chargeType: 'usage', pricingModel: 'flat', rate: 0.5 },
    { chargeType: 'usage', pricingModel: 'graduated', tiers: TIERS },
    { chargeType: 'usage', pricingModel: 'volume', tiers: TIERS },
    { chargeType: 'usage', pricingModel: 'volume', tiers: [tier(0, null)] },
    { chargeType: 'usage', pricingModel: 'credit_pool', tiers: POOL },
    { chargeType: 'recurring', rate: 49 },
    { chargeType: 'seat_based', rate: 12.5 },
    { chargeType: 'onetime', rate: 500 },
    { chargeType: 'onetime', rate: 0 },
  ])('is created and read back as it was sent: %j', async (fields) => {
    const row = fields.chargeType === 'usage' ? usage(fields) : fields
    const { status, body } = await api.post(url, [{ ...row, name: 'Price' }])
    expect(status).toBe(201)
    const [strategy] = body.results
    expect(strategy).toMatchObject({ ...row, planId, name: 'Price', isActive: true })
    expect(strategy.rate === null).toBe(!('rate' in row))
    expect(strategy.tiers === null).toBe(!('tiers' in row))
    expect((await api.get(`${url}/${strategy.id}`)).body).toEqual(strategy)
    expect((await list()).results).toEqual([strategy])
  })

  test.each<[string, Row]>([
    ['chargeType', { rate: 1 }],
    ['chargeType', { chargeType: 'weekly', rate: 1 }],
    ['signalId', { chargeType: 'usage', pricingModel: 'flat', rate: 1 }],
    ['pricingModel', { chargeType: 'usage', signalId: ABSENT, rate: 1 }],
    ['pricingModel', { chargeType: 'usage', signalId: ABSENT, pricingModel: 'cheap', rate: 1 }],
    ['rate', { chargeType: 'usage', signalId: ABSENT, pricingModel: 'flat' }],
    ['tiers', { chargeType: 'usage', signalId: ABSENT, pricingModel: 'graduated' }],
    ['tiers', { chargeType: 'usage', signalId: ABSENT, pricingModel: 'volume', tiers: [] }],
    ['tiers', { chargeType: 'usage', signalId: ABSENT, pricingModel: 'credit_pool' }],
    ['rate', { chargeType: 'recurring' }],
    ['rate', { chargeType: 'seat_based' }],
    ['rate', { chargeType: 'onetime', tiers: TIERS }],
    ['rate', { chargeType: 'recurring', rate: -1 }],
    ['rate', { chargeType: 'recurring', rate: 'free' }],
    ['rate', { chargeType: 'recurring', rate: true }],
    ['isActive', { chargeType: 'recurring', rate: 1, isActive: 'yes' }],
    ['name', { chargeType: 'recurring', rate: 1, name: 7 }],
    ['price', { chargeType: 'recurring', rate: 1, price: 1 }],
  ])('is refused with 400 naming %s: %j', async (field, fields) => {
    const row = fields.signalId ? { ...fields, signalId } : fields
    const answer = await api.post(url, [row])
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain(field)
    expect((await list()).totalResults).toBe(0)
  })
})

describe('tiers are refused with the fix', () => {
  test.each<[string, string, Row[]]>([
    ['do not start at 0', 'tiers[0].lower must be 0', [tier(1, null)]],
    ['leave a gap', 'tiers[1].lower must be 10', [tier(0, 10), tier(11, null)]],
    ['overlap', 'tiers[1].lower must be 10', [tier(0, 10), tier(9, null)]],
    ['leave a gap later', 'tiers[2].lower must be 20', [tier(0, 10), tier(10, 20), tier(30, null)]],
    ['end', 'tiers[0].upper must be null', [tier(0, 10)]],
    ['end after two', 'tiers[1].upper must be null', [tier(0, 10), tier(10, 20)]],
    ['go on after null', 'tiers[0].upper', [tier(0, null), tier(10, null)]],
    ['are empty ranges', 'tiers[0].upper', [tier(0, 0), tier(0, null)]],
    ['run backwards', 'tiers[1].upper', [tier(0, 10), tier(10, 5), tier(5, null)]],
    ['have a negative rate', 'tiers[0].rate', [tier(0, null, -1)]],
    ['have no rate', 'tiers', [{ lower: 0, upper: null }]],
    ['hold an unknown field', 'flatFee', [{ ...tier(0, null), flatFee: 5 }]],
  ])('when they %s', async (_, fix, tiers) => {
    for (const pricingModel of ['graduated', 'volume']) {
      const answer = await api.post(url, [usage({ pricingModel, tiers })])
      expect(answer.status).toBe(400)
      expect(messageOf(answer)).toContain(fix)
    }
  })

  test.each([[[tier(0, null)]], [TIERS], [[tier(0, 5), tier(6, null)]]])(
    'when a credit pool is not a pool and its overage: %j',
    async (tiers) => {
      const answer = await api.post(url, [usage({ pricingModel: 'credit_pool', tiers })])
      expect(answer.status).toBe(400)
      expect(messageOf(answer)).toContain('tiers')
    },
  )
})

test.each([0.1, 0.0000000001, 1234567.123456, 0.30000000000000004, 1e-7])(
  'the rate %d is kept exactly, also inside a tier',
  async (rate) => {
    const volume = usage({ pricingModel: 'volume', tiers: [tier(0, null, rate)] })
    const setup = { chargeType: 'onetime', rate }
    const [tiered, fee] = await givenStrategies(api, planId, volume, setup)
    expect(tiered).toMatchObject({ tiers: [{ rate }] })
    expect((await api.get(`${url}/${fee.id}`)).body.rate).toBe(rate)
  },
)

describe('one live usage strategy per plan and signal', () => {
  test('a second one is 409, also inside one request, and creates nothing', async () => {
    const both = await api.post(url, [flat(signalId), flat(signalId, 2)])
    expect(both.status).toBe(409)
    expect((await list()).totalResults).toBe(0)
    const [first] = await givenStrategies(api, planId, flat(signalId))
    const again = await api.post(url, [{ chargeType: 'recurring', rate: 1 }, flat(signalId)])
    expect(again.status).toBe(409)
    expect(messageOf(again)).toContain('[1]')
    expect((await list()).totalResults).toBe(1)
    await api.delete(`${url}/${first.id}`)
    await givenStrategies(api, planId, flat(signalId))
  })

  test('another plan may price the same signal', async () => {
    await givenStrategies(api, planId, flat(signalId))
    await givenStrategies(api, (await givenPlan(api, { agentId })).id, flat(signalId))
  })
})

test('a signal of an agent that is not linked is refused', async () => {
  const stranger = await api.post(url, [flat((await givenSignal(api)).id)])
  expect([400, 422]).toContain(stranger.status)
  expect(messageOf(stranger)).toMatch(/link/)
  expect((await list()).totalResults).toBe(0)
})

test('404 for a strategy of another plan', async () => {
  const [{ id }] = await givenStrategies(api, planId, flat(signalId))
  const one = `/v1/pricing-plans/${(await givenPlan(api)).id}/pricing-strategies/${id}`
  const answers = [await api.get(one), await api.patch(one, { rate: 1 }), await api.delete(one)]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})

describe('bulk', () => {
  const fee = { chargeType: 'recurring', rate: 10 }

  test.each([[[]], [{}], [fee]])('400 for %j instead of a filled array', async (body) => {
    expect((await api.post(url, body)).status).toBe(400)
    expect((await api.patch(url, body)).status).toBe(400)
  })

  test('create is all or nothing and names the place of the bad one', async () => {
    const answer = await api.post(url, [fee, flat(signalId), { chargeType: 'onetime' }])
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain('[2]')
    expect((await list()).totalResults).toBe(0)
  })

  test('PATCH updates those with an id and creates the others', async () => {
    const [first] = await givenStrategies(api, planId, flat(signalId, 1))
    const { status, body } = await api.patch(url, [{ id: first.id, rate: 2 }, fee])
    expect(status).toBe(200)
    expect(body.results).toMatchObject([{ ...first, rate: 2, updatedAt: expect.anything() }, fee])
    expect((await list()).totalResults).toBe(2)
  })

  test('PATCH is all or nothing and names the place of the bad one', async () => {
    const [first] = await givenStrategies(api, planId, flat(signalId, 1))
    const bad: [number, Row][] = [
      [400, { chargeType: 'onetime' }],
      [404, { id: ABSENT, rate: 1 }],
      [400, { ...fee, colour: 1 }],
    ]
    for (const [status, row] of bad) {
      const answer = await api.patch(url, [{ id: first.id, rate: 2 }, fee, row])
      expect(answer.status).toBe(status)
      expect(messageOf(answer)).toContain('[2]')
      expect((await list()).results).toEqual([first])
    }
  })
})

describe('PATCH', () => {
  test('changes rate, name and model, and keeps the rest', async () => {
    const [first] = await givenStrategies(api, planId, flat(signalId))
    const one = `${url}/${first.id}`
    expect((await api.patch(one, { rate: 3 })).body).toMatchObject({ signalId, rate: 3 })
    expect((await api.patch(one, { name: 'New' })).body).toMatchObject({ name: 'New', rate: 3 })
    const tiered = { pricingModel: 'graduated', tiers: TIERS, rate: null }
    expect((await api.patch(one, tiered)).body).toMatchObject(tiered)
    expect((await api.patch(one, { isActive: false })).body).toMatchObject({ isActive: false })
  })

  test('refuses what would leave a strategy without its price', async () => {
    const [first] = await givenStrategies(api, planId, flat(signalId))
    const bad = [{ rate: null }, { rate: -1 }, { pricingModel: 'volume' }, { colour: 1 }]
    for (const body of bad) expect((await api.patch(`${url}/${first.id}`, body)).status).toBe(400)
    expect((await list()).results).toEqual([first])
  })
})

test('DELETE is 204 with an empty body; afterwards the strategy is absent', async () => {
  const [{ id }] = await givenStrategies(api, planId, flat(signalId))
  const answer = await api.delete(`${url}/${id}`)
  expect([answer.status, answer.body]).toEqual([204, undefined])
  expect((await api.get(`${url}/${id}`)).status).toBe(404)
  expect((await api.delete(`${url}/${id}`)).status).toBe(404)
  expect((await list()).totalResults).toBe(0)
})

test('the list filters by charge type and signal', async () => {
  await givenStrategies(api, planId, flat(signalId), { chargeType: 'onetime', rate: 5 })
  expect((await list('chargeType=onetime')).results).toMatchObject([{ rate: 5 }])
  expect((await list(`signalId=${signalId}`)).results).toMatchObject([{ signalId }])
})
