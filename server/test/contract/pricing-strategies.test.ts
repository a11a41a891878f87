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

  test('has a name, and an amount as text is taken', async () => {
    const sent = [
      flat(signalId),
      { chargeType: 'recurring', rate: 49 },
      { chargeType: 'seat_based', rate: '7.50', pricingModel: 'flat', isActive: false },
      { chargeType: 'onetime', rate: 0, signalId: null, tiers: null, pricingModel: null },
    ]
    const { name } = (await api.get(`/v1/signals/${signalId}`)).body
    const fee = { pricingModel: null, signalId: null, tiers: null }
    expect((await api.post(url, sent)).body.results).toMatchObject([
      { name },
      { ...fee, name: 'Recurring fee', rate: 49 },
      { ...fee, name: 'Seat fee', rate: 7.5, isActive: false },
      { ...fee, name: 'One-time fee', rate: 0 },
    ])
  })
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
    const both = await api.post(url, [flat(signalId), flat(signalId.toUpperCase(), 2)])
    expect(both.status).toBe(409)
    expect(messageOf(both)).toContain('already prices the signal')
    expect((await list()).totalResults).toBe(0)
    const [first] = await givenStrategies(api, planId, { ...flat(signalId), isActive: false })
    const again = await api.post(url, [{ chargeType: 'recurring', rate: 1 }, flat(signalId)])
    expect(again.status).toBe(409)
    expect(messageOf(again)).toContain('[1]')
    expect(messageOf(again)).toContain(first.id)
    expect((await list()).totalResults).toBe(1)
    await api.delete(`${url}/${first.id}`)
    await givenStrategies(api, planId, flat(signalId))
  })

  test('another plan may price the same signal', async () => {
    await givenStrategies(api, planId, flat(signalId))
    await givenStrategies(api, (await givenPlan(api, { agentId })).id, flat(signalId))
  })
})

test('404 for an absent signal, 422 for one of an agent that is not linked', async () => {
  const absent = await api.post(url, [{ chargeType: 'recurring', rate: 1 }, flat(ABSENT)])
  expect([absent.status, absent.body.message]).toEqual([404, '[1].signalId: Signal not found'])
  const loner = await givenAgent(api, { name: 'Loner' })
  const { id } = await givenSignal(api, { agentId: loner.id })
  const refused = await api.post(url, [flat(id)])
  expect(refused.status).toBe(422)
  expect(messageOf(refused)).toContain('[0].signalId: The signal does not belong to an agent')
  expect(messageOf(refused)).toContain('Loner')
  expect(messageOf(refused)).toContain(loner.id)
  expect((await list()).totalResults).toBe(0)
  await api.post(`/v1/pricing-plans/${planId}/agents`, { agentId: loner.id })
  const [created] = await givenStrategies(api, planId, flat(id.toUpperCase()))
  expect(created.signalId).toBe(id)
})

test('404 for a strategy of another plan', async () => {
  const [{ id }] = await givenStrategies(api, planId, flat(signalId))
  const one = `/v1/pricing-plans/${(await givenPlan(api)).id}/pricing-strategies/${id}`
  const answers = [await api.get(one), await api.patch(one, { rate: 1 }), await api.delete(one)]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
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
  expect((await list('search=one-time')).results).toMatchObject([{ rate: 5 }])
  expect((await list('isActive=false')).results).toEqual([])
  expect((await list(`signalId=${signalId}`)).results).toMatchObject([{ signalId }])
})
