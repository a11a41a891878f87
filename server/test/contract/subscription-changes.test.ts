import { beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '../support/clocks.ts'
import {
  type Fields,
  givenParties,
  givenSubscription,
  partiesOf,
  SUBSCRIPTIONS,
} from '../support/given.ts'
import { useTestApp } from '../support/use-app.ts'

const NOW = '2026-03-20T12:00:00Z'
const clock = createClock(NOW)

const t = useTestApp({ now: clock.now })
const { api } = t
beforeEach(() => clock.set(NOW))

const subscription = (fields: Fields = {}) =>
  givenSubscription(api, { startDate: '2026-03-01', ...fields })

const patch = (id: string, fields: Fields) => api.patch(`${SUBSCRIPTIONS}/${id}`, fields)

test('null clears optional fields', async () => {
  const optional = {
    endDate: '2026-12-31',
    proratedAmount: 5,
    timezone: 'Asia/Tokyo',
    billingDay: 15,
    invoiceMemo: 'PO 1',
  }
  const { id } = await subscription({ ...optional, metadata: { a: 1 } })
  const cleared = Object.fromEntries(Object.keys(optional).map((field) => [field, null]))
  const { status, body } = await patch(id, { ...cleared, metadata: null })
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...cleared, metadata: {} })
  expect(body.currentPeriod.start).toBe('2026-03-01T00:00:00.000Z')
})

test('net terms are those of the customer until it has its own, and again once these are cleared', async () => {
  const deal = await givenParties(api, { netTerms: 45 })
  const { id } = await givenSubscription(api, { startDate: '2026-03-01', ...deal })
  const inForce = async () => {
    const { body } = await api.get(`${SUBSCRIPTIONS}?customerId=${deal.customerId}`)
    return [(await api.get(`${SUBSCRIPTIONS}/${id}`)).body.netTerms, body.results[0].netTerms]
  }
  expect(await inForce()).toEqual([45, 45])
  await api.patch(`/v1/customers/${deal.customerId}`, { netTerms: 60 })
  await patch(id, { name: 'Renamed' })
  expect(await inForce()).toEqual([60, 60])
  expect((await patch(id, { netTerms: 14 })).body.netTerms).toBe(14)
  await api.patch(`/v1/customers/${deal.customerId}`, { netTerms: 90 })
  expect(await inForce()).toEqual([14, 14])
  expect((await patch(id, { netTerms: null })).body.netTerms).toBe(90)
})

describe('the parties', () => {
  test('may be sent unchanged', async () => {
    const before = await subscription()
    const { status } = await patch(before.id, {
      ...partiesOf(before),
      planId: before.planId.toUpperCase(),
      seatsCount: 2,
    })
    expect(status).toBe(200)
  })
})

describe('the status', () => {
  test('"ended" ends it now', async () => {
    const { id } = await subscription({ isForever: true })
    const { status, body } = await patch(id, { status: 'ended' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'ended',
      endDate: '2026-03-20T12:00:00.000Z',
      isForever: false,
      currentPeriod: null,
      nextInvoiceDate: null,
    })
    clock.set('2026-03-21T00:00:00Z')
    expect((await patch(id, { status: 'ended' })).body.endDate).toBe('2026-03-20T12:00:00.000Z')
  })

  test('"ended" cancels an upcoming one', async () => {
    const { id } = await subscription({ startDate: '2026-06-01', endDate: '2026-12-31' })
    expect((await patch(id, { status: 'ended' })).body.status).toBe('ended')
    expect((await patch(id, { name: 'Called off' })).status).toBe(200)
    clock.set('2026-07-01T00:00:00Z')
    expect((await api.get(`${SUBSCRIPTIONS}/${id}`)).body.status).toBe('ended')
  })

  test('"active" starts an upcoming one on the local day', async () => {
    const { id } = await subscription({ startDate: '2026-06-01', timezone: 'Pacific/Chatham' })
    const { status, body } = await patch(id, { status: 'active' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'active', startDate: '2026-03-21' })
    expect(body.currentPeriod.start).toBe('2026-03-20T10:15:00.000Z')
  })

  test.each([
    [{ startDate: '2026-03-01' }, { status: 'upcoming' }],
    [{ startDate: '2026-03-01', endDate: '2026-03-05' }, { status: 'active' }],
    [{ startDate: '2026-06-01' }, { status: 'active', startDate: '2026-05-01' }],
    [{ startDate: '2026-03-01' }, { status: 'ended', endDate: '2026-12-31' }],
  ])('of %j cannot contradict the dates: %j', async (fields, sent) => {
    const { id } = await subscription(fields)
    const { status, body } = await patch(id, sent)
    expect(status).toBe(422)
    expect(body.message).toContain('startDate or endDate')
  })

  test('that agrees with the dates sent with it is accepted', async () => {
    const { id } = await subscription()
    const { body } = await patch(id, { status: 'upcoming', startDate: '2026-04-01' })
    expect(body.status).toBe('upcoming')
    expect((await patch(id, { status: 'active', startDate: '2026-03-02' })).status).toBe(200)
  })
})

describe('the rules of creation apply again', () => {
  test.each([
    [{}, { endDate: '2026-02-01' }],
    [{ endDate: '2026-04-30' }, { startDate: '2026-05-01' }],
    [{}, { billingCycle: 'custom' }],
    [{}, { customCycleDays: 7 }],
    [{ billingCycle: 'custom', customCycleDays: 7 }, { customCycleDays: null }],
    [
      { billingCycle: 'custom', customCycleDays: 7 },
      { billingCycle: 'monthly', customCycleDays: 9 },
    ],
  ])('%j refuses %j', async (fields, sent) => {
    expect((await patch((await subscription(fields)).id, sent)).status).toBe(422)
  })

  test('leaving the custom cycle drops its length', async () => {
    const { id } = await subscription({ billingCycle: 'custom', customCycleDays: 7 })
    const { body } = await patch(id, { billingCycle: 'monthly' })
    expect(body).toMatchObject({ billingCycle: 'monthly', customCycleDays: null })
  })

  test('new dates must not overlap another one', async () => {
    const first = await subscription({ endDate: '2026-03-31' })
    const second = await subscription({ ...partiesOf(first), startDate: '2026-04-01' })
    for (const sent of [{ endDate: null }, { isForever: true }, { endDate: '2026-04-01' }]) {
      const { status, body } = await patch(first.id, sent)
      expect(status).toBe(409)
      expect(body.message).toContain(second.id)
    }
    expect((await patch(second.id, { startDate: '2026-03-31' })).status).toBe(409)
    expect((await patch(second.id, { name: 'Later' })).status).toBe(200)
    expect((await patch(first.id, { status: 'ended' })).status).toBe(200)
    expect((await patch(first.id, { endDate: null })).status).toBe(409)
  })
})

test('an end clears "forever", and "forever" clears an end', async () => {
  const { id } = await subscription({ isForever: true })
  expect((await patch(id, { endDate: '2026-12-31' })).body).toMatchObject({
    endDate: '2026-12-31',
    isForever: false,
  })
  expect((await patch(id, { isForever: true })).body).toMatchObject({
    endDate: null,
    isForever: true,
  })
})

test('an ended one can still change without its plan, but cannot be reopened', async () => {
  const { id, planId } = await subscription({ endDate: '2026-03-19' })
  expect((await api.delete(`/v1/pricing-plans/${planId}`)).status).toBe(204)
  expect((await patch(id, { invoiceMemo: 'late' })).status).toBe(200)
  expect((await patch(id, { endDate: null })).status).toBe(404)
})
