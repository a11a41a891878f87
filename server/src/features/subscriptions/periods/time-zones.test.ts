import { expect, test } from 'vitest'
import { createClock } from '../../../../test/support/clocks.ts'
import {
  type Fields,
  givenParties,
  givenUnpricedOffer,
  SUBSCRIPTIONS,
} from '../../../../test/support/given.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'

const clock = createClock('2026-03-20T12:00:00Z')

const t = useTestApp({ now: clock.now })
const { api } = t

/** Creates a customer and a subscription and returns it as of an instant. */
async function subscriptionAt(now: string, fields: Fields, customer: Fields = {}) {
  clock.set(now)
  const parties = await givenParties(api, customer)
  const { status, body } = await api.post(SUBSCRIPTIONS, { name: 'Acme', ...parties, ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

async function lifetimeOf(id: string) {
  const { rows } = await t.database.pool.query(
    'select starts_at, ends_at from subscriptions where id = $1',
    [id],
  )
  const [{ starts_at, ends_at }] = rows
  return [starts_at.toISOString(), ends_at?.toISOString() ?? null]
}

test.each([
  ['UTC', '2026-03-01', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
  // UTC+13:45, and UTC+12:45 once summer time ends on 5 April.
  ['Pacific/Chatham', '2026-03-10', '2026-03-09T10:15:00.000Z', '2026-04-09T11:15:00.000Z'],
  // Starts on the day on which clocks go forward: the month has 743 hours.
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-04-08T04:00:00.000Z'],
  // Starts on a day without midnight.
  ['Africa/Cairo', '2025-04-25', '2026-02-24T22:00:00.000Z', '2026-03-24T22:00:00.000Z'],
  ['Asia/Kathmandu', '2026-03-01', '2026-02-28T18:15:00.000Z', '2026-03-31T18:15:00.000Z'],
])('in %s a month from %s is local', async (timezone, startDate, start, end) => {
  const body = await subscriptionAt('2026-03-20T12:00:00Z', { startDate, timezone })
  expect(body.currentPeriod).toEqual({ start, end })
})

test('starts and ends at local midnight where midnight is skipped', async () => {
  const fields = { startDate: '2026-04-24', endDate: '2026-04-24', timezone: 'Africa/Cairo' }
  const body = await subscriptionAt('2026-03-20T12:00:00Z', fields)
  expect(await lifetimeOf(body.id)).toEqual([
    '2026-04-23T22:00:00.000Z',
    '2026-04-24T21:00:00.000Z',
  ])
})

test.each([
  ['2026-01-31', '2026-02-10T00:00:00Z', '2026-01-31', '2026-02-28'],
  ['2026-01-31', '2026-03-01T00:00:00Z', '2026-02-28', '2026-03-31'],
  ['2026-01-31', '2026-04-30T00:00:00Z', '2026-04-30', '2026-05-31'],
  ['2024-01-31', '2024-02-29T12:00:00Z', '2024-02-29', '2024-03-31'],
])('a month from the 31st (%s, at %s) clamps and returns', async (startDate, now, start, end) => {
  const body = await subscriptionAt(now, { startDate })
  expect(body.currentPeriod.start).toBe(`${start}T00:00:00.000Z`)
  expect(body.nextInvoiceDate).toBe(end)
})

test.each([
  ['2025-03-01T00:00:00Z', '2025-02-28', '2026-02-28'],
  ['2028-01-01T00:00:00Z', '2027-02-28', '2028-02-29'],
])('a year from 29 February (at %s) clamps and returns', async (now, start, end) => {
  const fields = { startDate: '2024-02-29', billingCycle: 'yearly' }
  const body = await subscriptionAt(now, fields)
  expect(body.currentPeriod.start).toBe(`${start}T00:00:00.000Z`)
  expect(body.nextInvoiceDate).toBe(end)
})

test('the first period is a stub up to the billing day', async () => {
  const fields = { startDate: '2026-03-10', billingDay: 15 }
  const body = await subscriptionAt('2026-03-12T00:00:00Z', fields)
  expect(body.currentPeriod.end).toBe('2026-03-15T00:00:00.000Z')
})

test('custom cycles count calendar days', async () => {
  const fields = {
    startDate: '2026-03-01',
    billingCycle: 'custom',
    customCycleDays: 14,
    timezone: 'America/New_York',
  }
  const body = await subscriptionAt('2026-03-20T12:00:00Z', fields)
  expect(body.currentPeriod).toEqual({
    start: '2026-03-15T04:00:00.000Z',
    end: '2026-03-29T04:00:00.000Z',
  })
})

test.each([
  ['Pacific/Chatham', '2026-03-01T12:00:00Z', '2026-03-02'],
  ['America/New_York', '2026-03-01T03:00:00Z', '2026-02-28'],
  ['America/New_York', '2026-03-01T03:00:00', '2026-03-01'],
  ['UTC', '2026-03-01T23:30:00-05:00', '2026-03-02'],
])('in %s a start at %s counts from %s', async (timezone, startDate, expected) => {
  const body = await subscriptionAt('2026-03-20T12:00:00Z', { startDate, timezone })
  expect(body.startDate).toBe(expected)
})

test('a date ends with that local day, a timestamp exactly', async () => {
  const fields = { startDate: '2026-03-01', timezone: 'Pacific/Chatham' }
  const byDay = await subscriptionAt('2026-03-20T12:00:00Z', { ...fields, endDate: '2026-04-30' })
  expect(byDay.endDate).toBe('2026-04-30')
  expect((await lifetimeOf(byDay.id))[1]).toBe('2026-04-30T11:15:00.000Z')
  const exact = { ...fields, endDate: '2026-04-30T10:00:00+02:00' }
  const byTime = await subscriptionAt('2026-03-20T12:00:00Z', exact)
  expect(byTime.endDate).toBe('2026-04-30T08:00:00.000Z')
  const local = { ...fields, endDate: '2026-04-30T20:45:00' }
  const byLocalTime = await subscriptionAt('2026-03-20T12:00:00Z', local)
  expect(byLocalTime.endDate).toBe('2026-04-30T08:00:00.000Z')
})

test("uses the customer's time zone unless it has its own", async () => {
  const customer = { timezone: 'Pacific/Chatham' }
  const now = '2026-03-20T12:00:00Z'
  const body = await subscriptionAt(now, { startDate: '2026-03-01' }, customer)
  expect(body.timezone).toBeNull()
  expect(body.currentPeriod.start).toBe('2026-02-28T10:15:00.000Z')
  const own = await subscriptionAt(now, { startDate: '2026-03-01', timezone: 'utc' }, customer)
  expect(own.timezone).toBe('UTC')
  expect(own.currentPeriod.start).toBe('2026-03-01T00:00:00.000Z')
})

test("a customer's new time zone moves only subscriptions that use it", async () => {
  clock.set('2026-03-20T12:00:00Z')
  const { customerId, ...first } = await givenParties(api)
  const create = async (fields: Fields) => {
    const { agentId, planId } = await givenUnpricedOffer(api)
    const request = { name: 'Acme', startDate: '2026-03-01', agentId, planId, customerId }
    const { body } = await api.post(SUBSCRIPTIONS, { ...request, ...fields })
    return body.id
  }
  const exactEnd = '2026-05-01T12:00:00.000Z'
  const moved = await create({ ...first, endDate: '2026-12-31' })
  const exact = await create({ endDate: exactEnd })
  const upcoming = await create({ startDate: '2026-03-21' })
  const own = await create({ timezone: 'Asia/Tokyo' })
  const ended = await create({ endDate: '2026-03-19' })
  const before = await Promise.all([own, ended].map(lifetimeOf))

  const path = `/v1/customers/${customerId}`
  expect((await api.patch(path, { timezone: 'Pacific/Chatham' })).status).toBe(200)

  expect(await lifetimeOf(moved)).toEqual(['2026-02-28T10:15:00.000Z', '2026-12-31T10:15:00.000Z'])
  expect(await lifetimeOf(exact)).toEqual(['2026-02-28T10:15:00.000Z', exactEnd])
  expect(await Promise.all([own, ended].map(lifetimeOf))).toEqual(before)
  expect((await api.get(`${SUBSCRIPTIONS}/${upcoming}`)).body.status).toBe('active')

  const { body: history } = await api.get(`${SUBSCRIPTIONS}/${upcoming}/changelog`)
  expect(history.results).toHaveLength(2)
  expect(history.results[0].actor).toMatch(/^api_key:/)
  expect(history.results[0].changes).toContainEqual({
    field: 'customer.timezone',
    from: 'UTC',
    to: 'Pacific/Chatham',
  })
  expect(history.results[0].changes).toContainEqual({
    field: 'startsAt',
    from: '2026-03-21T00:00:00.000Z',
    to: '2026-03-20T10:15:00.000Z',
  })
  expect(history.results[0].changes).toContainEqual({
    field: 'status',
    from: 'upcoming',
    to: 'active',
  })
  const untouched = await api.get(`${SUBSCRIPTIONS}/${own}/changelog`)
  expect(untouched.body.totalResults).toBe(1)
})

test("a customer's new time zone is listed after due status changes", async () => {
  const { id, customerId } = await subscriptionAt('2026-03-20T12:00:00Z', {
    startDate: '2026-03-21',
  })
  clock.set('2026-03-21T00:00:30Z')
  const path = `/v1/customers/${customerId}`
  expect((await api.patch(path, { timezone: 'Asia/Tokyo' })).status).toBe(200)
  const { body: history } = await api.get(`${SUBSCRIPTIONS}/${id}/changelog`)
  const [rezoned, started, created] = history.results
  expect(rezoned.changes[0].field).toBe('customer.timezone')
  expect(started).toMatchObject({ at: '2026-03-21T00:00:00.000Z', actor: 'system' })
  expect(created.changes[0].field).toBe('planId')
})

test("a customer's new time zone is rejected if subscriptions would overlap", async () => {
  clock.set('2026-03-20T12:00:00Z')
  const deal = await givenParties(api)
  const request = { name: 'Acme', startDate: '2026-03-01', ...deal }
  await api.post(SUBSCRIPTIONS, { ...request, endDate: '2026-03-31' })
  const next = { ...request, startDate: '2026-04-01', timezone: 'UTC' }
  expect((await api.post(SUBSCRIPTIONS, next)).status).toBe(201)
  const path = `/v1/customers/${deal.customerId}`
  const west = await api.patch(path, { timezone: 'America/New_York' })
  expect(west.status).toBe(409)
  expect((await api.get(path)).body.timezone).toBe('UTC')
  expect((await api.patch(path, { timezone: 'Asia/Tokyo' })).status).toBe(200)
})
