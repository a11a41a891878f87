import { describe, expect, test } from 'vitest'
import { parseExactJson } from '../../src/platform/json/exact-json.ts'
import { messageOf } from '../support/app.ts'
import {
  ABSENT,
  type Fields,
  flat,
  givenAgent,
  givenCustomer,
  givenOffer,
  givenPlan,
  givenStrategies,
  givenSubscription,
  givenUnpricedOffer,
  subscriptionBody,
  unique,
} from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { listEvents, llm, recordOne } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)

const url = (id: string) => `/v1/subscriptions/${id}`
const post = (body: Fields) => api.post('/v1/subscriptions', body)
const total = async () => (await api.get('/v1/subscriptions')).body.totalResults

describe('POST /v1/subscriptions', () => {
  test('needs five fields and gives each other one its default', async () => {
    const body = await subscriptionBody(api)
    const subscription = await givenSubscription(api, body)
    expect(subscription).toMatchObject({
      ...body,
      id: expect.any(String),
      status: 'active',
      billingCycle: 'monthly',
      billingModel: 'subscription',
      netTerms: 30,
      autoCollectPayment: false,
      isForever: false,
      seatsCount: 0,
      planName: expect.stringMatching(/^Plan/),
      agentName: 'Support',
      customerName: 'Acme',
      currency: 'USD',
      timezone: null,
      timezoneInForce: 'UTC',
      currentPeriod: { start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' },
      nextInvoiceDate: '2026-04-01',
      unbilledTime: [],
      createdAt: expect.stringMatching(/Z$/),
    })
    expect((await api.get(url(subscription.id))).body).toEqual(subscription)
  })

  test('keeps every field as it was sent, free-form ones byte for byte', async () => {
    const fields = {
      billingCycle: 'custom',
      customCycleDays: 45,
      billingModel: 'hybrid',
      netTerms: 7,
      autoCollectPayment: true,
      endDate: '2027-01-31',
      seatsCount: 12,
      proratedAmount: -12.34,
      timezone: 'Pacific/Chatham',
      invoiceMemo: 'Thank you 🦊',
      subscriptionDetails: { Zeta: 1, snake_case: { a: [null] } },
      metadata: { b: 'x', a: { C_d: true } },
    }
    const { id } = await givenSubscription(api, fields)
    const { body } = await api.get(url(id))
    expect(body).toMatchObject(fields)
    expect(JSON.stringify(body.metadata)).toBe(JSON.stringify(fields.metadata))
    expect(JSON.stringify(body.subscriptionDetails)).toBe(
      JSON.stringify(fields.subscriptionDetails),
    )
  })

  test.each([
    ['startDate', 'tomorrow'],
    ['startDate', '2026-02-30'],
    ['startDate', '2026-03-01T25:00:00Z'],
    ['startDate', '20260301'],
    ['startDate', '1066-10-14'],
    ['endDate', '31.12.2026'],
    ['endDate', '2026-12-31T10:00:00[Europe/Berlin]'],
    ['proratedAmount', 'ten'],
    ['proratedAmount', '0.12345678901234567890'],
    ['proratedAmount', parseExactJson('9007199254740993')],
    ['proratedAmount', parseExactJson('1e400')],
    ['proratedAmount', -1e16],
    ['proratedAmount', -90_000_000_000_001],
    ['timezone', 'Mars/Base'],
    ['timezone', '+01:00'],
  ])('400 names %s when it is %s, before anything is looked for', async (field, value) => {
    const parties = { customerId: ABSENT, planId: ABSENT, agentId: ABSENT }
    const answer = await post({ name: 'A', startDate: '2026-03-01', ...parties, [field]: value })
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain(field)
    expect(await total()).toBe(0)
  })

  test.each<[string, Fields]>([
    ['endDate', { endDate: '2026-02-28' }],
    ['endDate', { startDate: '2026-03-01T12:00:00Z', endDate: '2026-02-28T11:00:00Z' }],
    ['endDate', { startDate: '2026-03-10', endDate: '2026-03-10T00:00:00Z' }],
    ['customCycleDays', { billingCycle: 'custom' }],
    ['customCycleDays', { customCycleDays: 30 }],
    ['customCycleDays', { billingCycle: 'yearly', customCycleDays: 30 }],
  ])('422 names %s for %j', async (field, fields) => {
    const answer = await post({ ...(await subscriptionBody(api)), ...fields })
    expect(answer.status).toBe(422)
    expect(messageOf(answer)).toContain(field)
    expect(await total()).toBe(0)
  })

  test('422 for an agent that the plan is not linked to', async () => {
    const body = await subscriptionBody(api)
    const answer = await post({ ...body, agentId: (await givenAgent(api)).id })
    expect(answer.status).toBe(422)
    expect(messageOf(answer)).toContain('not linked')
  })

  test('a prorated amount may be text, and is answered exactly', async () => {
    for (const [proratedAmount, answered] of [
      ['19.99', 19.99],
      ['-0.10', -0.1],
      [0, 0],
      [1e-7, 0.0000001],
    ]) {
      expect(await givenSubscription(api, { proratedAmount })).toMatchObject({
        proratedAmount: answered,
      })
    }
  })
})

describe('409', () => {
  test('while a subscription of the customer to the plan overlaps, not before or after', async () => {
    const { planId, agentId } = await givenOffer(api)
    const body = await subscriptionBody(api, { planId, agentId, endDate: '2026-03-31' })
    const first = await givenSubscription(api, body)
    const during = (startDate: string, endDate?: string) => post({ ...body, startDate, endDate })
    expect((await during('2026-03-01')).status).toBe(409)
    const refused = await during('2026-03-31')
    expect(refused.status).toBe(409)
    expect(messageOf(refused)).toContain(`"${first.name}" (${first.id})`)
    expect(messageOf(refused)).toContain('to 2026-03-31;')
    expect((await during('2026-04-01')).status).toBe(201)
    expect((await during('2026-01-01', '2026-02-28')).status).toBe(201)
    const other = (await givenCustomer(api)).id
    expect((await post({ ...body, customerId: other })).status).toBe(201)
  })

  test('also when the new one overlaps an active one and has itself ended already', async () => {
    const { planId, agentId } = await givenOffer(api)
    const body = await subscriptionBody(api, { planId, agentId })
    await givenSubscription(api, body)
    const past = { ...body, startDate: '2026-01-01', endDate: '2026-03-10' }
    expect((await post(past)).status).toBe(409)
  })

  test('with the exact end of the other one, where it is not the end of a day', async () => {
    const body = await subscriptionBody(api)
    await givenSubscription(api, { ...body, endDate: '2026-05-10T09:30:00Z' })
    const answer = await post(body)
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain(' to 2026-05-10T09:30:00.000Z;')
  })

  test('not after one that was ended, which then cannot run again beside it', async () => {
    const body = await subscriptionBody(api)
    const { id } = await givenSubscription(api, body)
    await api.patch(url(id), { status: 'ended' })
    expect((await post(body)).status).toBe(409)
    expect((await post({ ...body, startDate: '2026-03-15' })).status).toBe(201)
    expect((await api.patch(url(id), { endDate: null })).status).toBe(409)
    expect((await api.patch(url(id), { endDate: '2026-03-10' })).status).toBe(200)
  })

  test('not where the organization allows it, unless a signal would be priced twice', async () => {
    await t.database.pool.query(
      'update organizations set allow_overlapping_subscriptions = true where id = $1',
      [organization.id],
    )
    const { planId, agentId, signalId } = await givenUnpricedOffer(api)
    const body = await subscriptionBody(api, { planId, agentId })
    await givenSubscription(api, body)
    const { id } = await givenSubscription(api, body)
    await api.delete(url(id))
    await givenStrategies(api, planId, flat(signalId))
    const third = await post(body)
    expect(third.status).toBe(409)
    expect(messageOf(third)).toContain('signal')
  })

  test('when two plans would price the same signal for the customer at once', async () => {
    const { agentId, signalId, planId } = await givenOffer(api)
    const { customerId, ...first } = await givenSubscription(api, { planId, agentId })
    const second = await givenPlan(api, { agentId })
    const [price] = await givenStrategies(api, second.id, flat(signalId))
    const body = await subscriptionBody(api, { planId: second.id, agentId, customerId })
    const refused = await post(body)
    expect(refused.status).toBe(409)
    expect(messageOf(refused)).toContain(`"${first.name}" (${first.id})`)
    const path = `/v1/pricing-plans/${second.id}/pricing-strategies/${price.id}`
    await api.patch(path, { isActive: false })
    const { id } = await givenSubscription(api, body)
    await api.delete(url(id))
    await api.patch(path, { isActive: true })
    await api.patch(url(first.id as string), { status: 'ended' })
    expect((await post({ ...body, startDate: '2026-03-16' })).status).toBe(201)
  })

  test('not for plans that price signals of different agents', async () => {
    const [one, other] = [await givenOffer(api), await givenOffer(api)]
    const { customerId } = await givenSubscription(api, {
      planId: one.planId,
      agentId: one.agentId,
    })
    await givenSubscription(api, { planId: other.planId, agentId: other.agentId, customerId })
  })
})

describe('PATCH', () => {
  test('changes only the fields sent', async () => {
    const fields = {
      name: 'B',
      netTerms: 5,
      seatsCount: 3,
      billingModel: 'usage',
      autoCollectPayment: true,
      invoiceMemo: 'memo',
      proratedAmount: 1.5,
      endDate: '2026-12-31',
      metadata: { a: 1 },
    }
    const subscription = await givenSubscription(api)
    for (const [field, value] of Object.entries(fields)) {
      const { status, body } = await api.patch(url(subscription.id), { [field]: value })
      expect(status, field).toBe(200)
      subscription[field] = value
      expect(body).toEqual({
        ...subscription,
        version: body.version,
        updatedAt: body.updatedAt,
      })
    }
  })

  test.each<[number, string, unknown]>([
    [400, 'startDate', '2026-02-30'],
    [400, 'timezone', 'Mars/Olympus'],
    [400, 'endDate', 'soon'],
  ])('is %i for %s %s and changes nothing', async (status, field, value) => {
    const subscription = await givenSubscription(api)
    const answer = await api.patch(url(subscription.id), { [field]: value })
    expect(answer.status).toBe(status)
    expect(messageOf(answer)).toContain(field)
    expect((await api.get(url(subscription.id))).body).toEqual(subscription)
  })
})

test('DELETE is 204 with an empty body; afterwards the subscription is absent', async () => {
  const body = await subscriptionBody(api)
  const { id } = await givenSubscription(api, body)
  const answer = await api.delete(url(id))
  expect([answer.status, answer.body]).toEqual([204, undefined])
  expect((await api.get(url(id))).status).toBe(404)
  expect((await api.get(`${url(id)}/changelog`)).status).toBe(404)
  expect((await api.delete(url(id))).status).toBe(404)
  expect(await total()).toBe(0)
  expect((await post(body)).status).toBe(201)
})

describe("an event's subscriptionId", () => {
  const setUp = async () => {
    const { agentId, agentCode, planId } = await givenOffer(api)
    const customer = await givenCustomer(api, { externalId: unique('customer') })
    const record = async (usageDate: string, code = agentCode) => {
      const fields = { customerExternalId: customer.externalId, agentCode: code, usageDate }
      return (await recordOne(api, llm(fields))).eventId as string
    }
    const of = async (eventId: string) =>
      (await listEvents(api))
        .map((event) => event as typeof event & { subscriptionId: string | null })
        .find(({ id }) => id === eventId)?.subscriptionId
    const subscribe = (fields: Fields) =>
      givenSubscription(api, { planId, agentId, customerId: customer.id, ...fields })
    return { record, of, subscribe }
  }

  test('is null without one, and follows a back-dated one, its dates and its end', async () => {
    const { record, of, subscribe } = await setUp()
    const [before, inside] = [
      await record('2026-01-31T23:59:59Z'),
      await record('2026-02-01T00:00:00Z'),
    ]
    expect([await of(before), await of(inside)]).toEqual([null, null])
    const { id } = await subscribe({ startDate: '2026-02-01', endDate: '2026-03-10T06:00:00Z' })
    expect([await of(before), await of(inside)]).toEqual([null, id])
    expect(await of(await record('2026-03-10T05:59:59Z'))).toBe(id)
    const after = await record('2026-03-10T06:00:00Z')
    expect(await of(after)).toBeNull()
    await api.patch(url(id), { endDate: '2026-03-10' })
    expect(await of(after)).toBe(id)
    await api.patch(url(id), { startDate: '2026-01-31' })
    expect(await of(before)).toBe(id)
    await api.delete(url(id))
    expect([await of(before), await of(inside), await of(after)]).toEqual([null, null, null])
  })

  test("is null for usage of another agent, and before a future subscription's start", async () => {
    const { record, of, subscribe } = await setUp()
    await subscribe({ startDate: '2026-03-15' })
    expect(await of(await record('2026-03-15T01:00:00Z', 'another'))).toBeNull()
    expect(await of(await record('2026-03-14T23:00:00Z'))).toBeNull()
  })
})

test('the list filters by customer, agent, plan and status', async () => {
  const first = await givenSubscription(api)
  await givenSubscription(api, { startDate: '2026-05-01' })
  const ids = async (query: string) =>
    (await api.get(`/v1/subscriptions?${query}`)).body.results.map(({ id }: { id: string }) => id)
  for (const field of ['customerId', 'agentId', 'planId']) {
    expect(await ids(`${field}=${first[field]}`), field).toEqual([first.id])
  }
  expect(await ids('status=active')).toEqual([first.id])
  expect(await ids('status=ended')).toEqual([])
})
