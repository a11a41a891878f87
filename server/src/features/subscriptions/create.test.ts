import { describe, expect, test } from 'vitest'
import { createApi, createTestOrganization } from '../../../test/support/app.ts'
import { createClock } from '../../../test/support/clocks.ts'
import {
  ABSENT,
  flat,
  givenAgent,
  givenCustomer,
  givenOffer,
  givenParties,
  givenPlan,
  givenSignal,
  givenStrategy,
  givenUnpricedOffer,
  SUBSCRIPTIONS,
} from '../../../test/support/given.ts'
import { useStranger, useTestApp } from '../../../test/support/use-app.ts'
import { parseExactJson } from '../../platform/json/exact-json.ts'

const clock = createClock('2026-03-20T12:00:00Z')

const t = useTestApp({ now: clock.now })
const { api } = t
const stranger = useStranger(t)

const post = (fields: Record<string, unknown>) =>
  api.post(SUBSCRIPTIONS, { name: 'Acme', startDate: '2026-03-01', ...fields })

test('returns the subscription with defaults for missing fields', async () => {
  const deal = await givenParties(api)
  const { status, body } = await post(deal)
  expect(status).toBe(201)
  expect(body).toEqual({
    ...deal,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Acme',
    planName: expect.stringMatching(/^Plan/),
    agentName: 'Support',
    customerName: 'Acme',
    currency: 'USD',
    status: 'active',
    startDate: '2026-03-01',
    endDate: null,
    isForever: false,
    billingCycle: 'monthly',
    customCycleDays: null,
    billingDay: null,
    billingModel: 'subscription',
    timezone: null,
    timezoneInForce: 'UTC',
    netTerms: 30,
    autoCollectPayment: false,
    seatsCount: 0,
    proratedAmount: null,
    invoiceMemo: null,
    subscriptionDetails: {},
    metadata: {},
    currentPeriod: { start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' },
    nextInvoiceDate: '2026-04-01',
    unbilledTime: [],
    createdAt: '2026-03-20T12:00:00.000Z',
    updatedAt: '2026-03-20T12:00:00.000Z',
  })
  expect((await api.get(`${SUBSCRIPTIONS}/${body.id}`)).body).toEqual(body)
})

test('keeps every field as it was sent', async () => {
  const sent = {
    status: 'upcoming',
    billingCycle: 'custom',
    customCycleDays: 10,
    billingModel: 'hybrid',
    netTerms: 0,
    autoCollectPayment: true,
    endDate: '2026-12-31',
    isForever: false,
    seatsCount: 7,
    proratedAmount: -12.5,
    timezone: 'Pacific/Chatham',
    billingDay: 31,
    invoiceMemo: 'PO 4711',
    subscriptionDetails: { z: 1, a: [null, { deep: 'ünïcode' }] },
    metadata: { crm: { id: 1 } },
  }
  const { status, body } = await post({ ...(await givenParties(api)), ...sent })
  expect(status).toBe(201)
  expect(body).toMatchObject({ ...sent, status: 'active' })
  expect(Object.keys(body.subscriptionDetails)).toEqual(['z', 'a'])
})

test.each([
  ['19.99', 19.99],
  ['-0.10', -0.1],
  [0, 0],
  [1e-7, 0.0000001],
])('takes a prorated amount of %s', async (proratedAmount, answered) => {
  const { status, body } = await post({ ...(await givenParties(api)), proratedAmount })
  expect(status).toBe(201)
  expect(body.proratedAmount).toBe(answered)
})

describe('the status follows the dates and ignores a sent one', () => {
  test.each([
    [{ startDate: '2026-03-20', status: 'upcoming' }, 'active'],
    [{ startDate: '2020-01-01' }, 'active'],
    [{ startDate: '2026-03-21', status: 'active' }, 'upcoming'],
    [{ startDate: '2026-01-01', endDate: '2026-03-19', status: 'active' }, 'ended'],
    [{ startDate: '2026-01-01', endDate: '2026-03-20' }, 'active'],
    [{ startDate: '2026-01-01', endDate: '2026-03-20T12:00:00Z' }, 'ended'],
    [{ startDate: '2026-01-01', endDate: '2026-03-20T12:00:01Z' }, 'active'],
    [{ startDate: '2026-01-01', endDate: '2026-03-01', isForever: true }, 'active'],
  ])('%j is %s', async (fields, expected) => {
    const { status, body } = await post({ ...(await givenParties(api)), ...fields })
    expect(status).toBe(201)
    expect(body.status).toBe(expected)
    const { rows } = await t.database.pool.query('select status from subscriptions where id = $1', [
      body.id,
    ])
    expect(rows).toEqual([{ status: expected }])
  })

  test('only an active one has a current period, and an ended one no next invoice', async () => {
    const upcoming = await post({ ...(await givenParties(api)), startDate: '2026-05-31' })
    expect(upcoming.body).toMatchObject({ currentPeriod: null, nextInvoiceDate: '2026-06-30' })
    const ended = await post({ ...(await givenParties(api)), endDate: '2026-03-02' })
    expect(ended.body).toMatchObject({ currentPeriod: null, nextInvoiceDate: null })
  })
})

describe('rejects as malformed', () => {
  test('a request without its required fields, each named', async () => {
    const { status, body } = await api.post(SUBSCRIPTIONS, {})
    expect(status).toBe(400)
    for (const field of ['name', 'planId', 'agentId', 'customerId', 'startDate']) {
      expect(body.message.join()).toContain(field)
    }
  })

  test.each([
    ['name', ''],
    ['name', '   '],
    ['planId', 'no-uuid'],
    ['agentId', `urn:uuid:${ABSENT}`],
    ['customerId', 7],
    ['startDate', 'tomorrow'],
    ['startDate', '2026-02-30'],
    ['startDate', '2026-03-01T25:00:00Z'],
    ['startDate', '20260301'],
    ['startDate', '1066-10-14'],
    ['endDate', '31/12/2026'],
    ['endDate', '2026-12-31T10:00:00[Europe/Berlin]'],
    ['status', 'paused'],
    ['billingCycle', 'weekly'],
    ['billingModel', 'free'],
    ['netTerms', -1],
    ['netTerms', 1.5],
    ['netTerms', 3_651],
    ['seatsCount', '5'],
    ['seatsCount', 2_147_483_648],
    ['customCycleDays', 0],
    ['billingDay', 0],
    ['billingDay', 32],
    ['timezone', 'Mars/Olympus'],
    ['timezone', '+01:00'],
    ['proratedAmount', 'ten'],
    ['proratedAmount', '0.12345678901234567890'],
    ['proratedAmount', parseExactJson('9007199254740993')],
    ['proratedAmount', parseExactJson('1e400')],
    ['proratedAmount', -1e16],
    ['proratedAmount', -90_000_000_000_001],
    ['isForever', 'yes'],
    ['metadata', []],
    ['seats', 5],
  ])('%s %j, before it looks for anything', async (field, value) => {
    const parties = { customerId: ABSENT, planId: ABSENT, agentId: ABSENT }
    const { status, body } = await post({ ...parties, [field]: value })
    expect(status).toBe(400)
    expect([body.message].flat().join()).toContain(field)
  })
})

test.each(['customerId', 'planId', 'agentId'])(
  'answers 404 for a %s that is absent or of another organization',
  async (field) => {
    const parties = await givenParties(api)
    const foreign = await givenParties(stranger)
    const absent = await post({ ...parties, [field]: ABSENT })
    const another = await post({ ...parties, [field]: foreign[field as keyof typeof foreign] })
    expect(absent.status).toBe(404)
    expect(another.status).toBe(404)
    expect(another.body.message).toBe(absent.body.message)
  },
)

describe('rejects as contradictory', () => {
  test.each([
    [{ startDate: '2026-03-10', endDate: '2026-03-09' }, 'endDate'],
    [{ startDate: '2026-03-10', endDate: '2026-03-10T00:00:00Z' }, 'endDate'],
    [{ billingCycle: 'custom' }, 'customCycleDays'],
    [{ customCycleDays: 30 }, 'customCycleDays'],
    [{ billingCycle: 'yearly', customCycleDays: 30 }, 'customCycleDays'],
  ])('%j', async (fields, named) => {
    const { status, body } = await post({ ...(await givenParties(api)), ...fields })
    expect(status).toBe(422)
    expect(body.message).toContain(named)
  })

  test('an agent that the plan is not linked to', async () => {
    const parties = await givenParties(api)
    const { status, body } = await post({ ...parties, agentId: (await givenAgent(api)).id })
    expect(status).toBe(422)
    expect(body.message).toContain('not linked')
  })

  test('an inactive plan', async () => {
    const parties = await givenParties(api)
    await api.patch(`/v1/pricing-plans/${parties.planId}`, { isActive: false })
    const { status, body } = await post(parties)
    expect(status).toBe(422)
    expect(body.message).toContain('not active')
  })
})

test('a subscription of one day is one day long', async () => {
  const deal = await givenParties(api)
  const { body } = await post({ ...deal, startDate: '2026-03-20', endDate: '2026-03-20' })
  expect(body.currentPeriod).toEqual({
    start: '2026-03-20T00:00:00.000Z',
    end: '2026-03-21T00:00:00.000Z',
  })
})

describe('two subscriptions of a customer on one plan', () => {
  test('must not overlap; the error names the other one', async () => {
    const deal = await givenParties(api)
    const { body: first } = await post({ ...deal, name: 'First', endDate: '2026-06-30' })
    const second = await post({ ...deal, startDate: '2026-06-30' })
    expect(second.status).toBe(409)
    expect(second.body.message).toContain(`"First" (${first.id})`)
    const list = await api.get(`${SUBSCRIPTIONS}?customerId=${deal.customerId}`)
    expect(list.body.totalResults).toBe(1)
    expect((await post({ ...deal, startDate: '2026-07-01' })).status).toBe(201)
  })

  test('may follow one that was ended, from that day on, and not cover its range again', async () => {
    const deal = await givenParties(api, {}, await givenOffer(api))
    const { body: first } = await post(deal)
    const path = `${SUBSCRIPTIONS}/${first.id}`
    await api.patch(path, { status: 'ended' })
    expect((await post(deal)).status).toBe(409)
    expect((await post({ ...deal, startDate: '2026-03-20' })).status).toBe(201)
    // A subscription with a successor must not be reopened, but its past dates may be corrected.
    expect((await api.patch(path, { endDate: null })).status).toBe(409)
    expect((await api.patch(path, { endDate: '2026-03-10' })).status).toBe(200)
  })

  test('must not overlap even if the new one has already ended', async () => {
    const deal = await givenParties(api)
    await post(deal)
    const past = await post({ ...deal, startDate: '2026-01-01', endDate: '2026-03-10' })
    expect(past.status).toBe(409)
  })

  test('may overlap where the organization allows it, but never price a signal twice', async () => {
    const other = createApi(t.app, (await otherOrganization()).secretKey)
    const { planId, agentId, signalId } = await givenUnpricedOffer(other)
    const { id: customerId } = await givenCustomer(other)
    const body = { name: 'One', startDate: '2026-03-01', customerId, planId, agentId }
    expect((await other.post(SUBSCRIPTIONS, body)).status).toBe(201)
    const second = await other.post(SUBSCRIPTIONS, body)
    expect(second.status).toBe(201)
    await other.delete(`${SUBSCRIPTIONS}/${second.body.id}`)
    await givenStrategy(other, planId, flat(signalId))
    const third = await other.post(SUBSCRIPTIONS, body)
    expect(third.status).toBe(409)
    expect(third.body.message).toContain('signal')
  })

  async function otherOrganization() {
    const organization = await createTestOrganization(t.dependencies)
    await t.database.pool.query(
      'update organizations set allow_overlapping_subscriptions = true where id = $1',
      [organization.id],
    )
    return organization
  }
})

describe('two plans of a customer', () => {
  test('must not price the same signal at the same time', async () => {
    const { id: customerId } = await givenCustomer(api)
    const { agentId, signalId, planId } = await givenOffer(api)
    const { id: otherPlanId } = await givenPlan(api, { agentId })
    const { id: strategyId } = await givenStrategy(api, otherPlanId, flat(signalId, 1))
    const { body: first } = await post({ customerId, agentId, planId, name: 'First' })
    const other = { customerId, agentId, planId: otherPlanId }
    const refused = await post(other)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain(`"First" (${first.id})`)
    const path = `/v1/pricing-plans/${otherPlanId}/pricing-strategies/${strategyId}`
    expect((await api.patch(path, { isActive: false })).status).toBe(200)
    expect((await post(other)).status).toBe(201)
  })

  test('may price signals of different agents', async () => {
    const { id: customerId } = await givenCustomer(api)
    const { agentId, signalId, planId } = await givenOffer(api)
    const second = await givenAgent(api)
    const { id: secondSignalId } = await givenSignal(api, { agentId: second.id })
    await api.post(`/v1/pricing-plans/${planId}/agents`, { agentId: second.id })
    const { id: otherPlanId } = await givenPlan(api, { agentId: second.id })
    await givenStrategy(api, otherPlanId, flat(secondSignalId, 1))
    expect(signalId).not.toBe(secondSignalId)
    expect((await post({ customerId, agentId, planId })).status).toBe(201)
    const other = { customerId, agentId: second.id, planId: otherPlanId }
    expect((await post(other)).status).toBe(201)
  })
})

test('is for secret keys only', async () => {
  const publishable = createApi(t.app, t.organization.publishableKey)
  const path = `${SUBSCRIPTIONS}/${ABSENT}`
  const answers = await Promise.all([
    publishable.post(SUBSCRIPTIONS, {}),
    publishable.get(SUBSCRIPTIONS),
    publishable.get(path),
    publishable.patch(path, {}),
    publishable.patch(`${path}/invoice-dates`, {}),
    publishable.get(`${path}/changelog`),
    publishable.delete(path),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(403))
})
