import { describe, expect, test } from 'vitest'
import { type Fields, givenCustomer, givenSubscription } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let now = new Date('2026-01-01T00:00:00Z')

const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

type Case = { fields: Fields; at: string; start: string; end: string; next?: string }

const url = (id: string) => `/v1/subscriptions/${id}`
const read = async (id: string, at: string) => {
  now = new Date(at)
  return (await api.get(url(id))).body
}
const statusAt = async (id: string, at: string) => (await read(id, at)).status

const instant = (text: string) => new Date(text).toISOString()

/** Creates a subscription at its start and reads its period later. */
async function expectPeriod({ fields, at, start, end, next = end }: Case): Promise<void> {
  now = new Date('2024-01-01T00:00:00Z')
  const { id } = await givenSubscription(api, fields)
  const body = await read(id, at)
  expect(body.status).toBe('active')
  expect(body.currentPeriod).toEqual({ start: instant(start), end: instant(end) })
  expect(body.nextInvoiceDate).toBe(next)
}

describe('a monthly period', () => {
  const from31 = { startDate: '2026-01-31' }
  test.each<Case>([
    { fields: from31, at: '2026-01-31', start: '2026-01-31', end: '2026-02-28' },
    { fields: from31, at: '2026-02-27', start: '2026-01-31', end: '2026-02-28' },
    { fields: from31, at: '2026-02-28', start: '2026-02-28', end: '2026-03-31' },
    { fields: from31, at: '2026-03-31', start: '2026-03-31', end: '2026-04-30' },
    { fields: from31, at: '2026-05-15', start: '2026-04-30', end: '2026-05-31' },
    { fields: from31, at: '2028-02-15', start: '2028-01-31', end: '2028-02-29' },
    {
      fields: { startDate: '2026-01-30' },
      at: '2026-03-15',
      start: '2026-02-28',
      end: '2026-03-30',
    },
    {
      fields: { startDate: '2026-12-15' },
      at: '2027-01-01',
      start: '2026-12-15',
      end: '2027-01-15',
    },
  ])('clamps to a short month and returns: $fields at $at', expectPeriod)
})

describe('a yearly period', () => {
  const leap = { startDate: '2024-02-29', billingCycle: 'yearly' }
  test.each<Case>([
    { fields: leap, at: '2024-12-31', start: '2024-02-29', end: '2025-02-28' },
    { fields: leap, at: '2026-02-28', start: '2026-02-28', end: '2027-02-28' },
    { fields: leap, at: '2027-12-31', start: '2027-02-28', end: '2028-02-29' },
    { fields: leap, at: '2028-02-29', start: '2028-02-29', end: '2029-02-28' },
  ])('clamps 29 February and returns: at $at', expectPeriod)
})

describe('a custom period', () => {
  const every = (customCycleDays: number, startDate = '2026-03-01') => ({
    startDate,
    billingCycle: 'custom',
    customCycleDays,
  })
  // New York changes its clocks on 8 March and, 35 weeks after the start, on 1 November.
  const NY = 'America/New_York'
  test.each<Case>([
    { fields: every(10), at: '2026-03-10', start: '2026-03-01', end: '2026-03-11' },
    { fields: every(10), at: '2026-03-11', start: '2026-03-11', end: '2026-03-21' },
    { fields: every(1), at: '2026-05-05', start: '2026-05-05', end: '2026-05-06' },
    { fields: every(365, '2024-01-01'), at: '2025-01-01', start: '2024-12-31', end: '2025-12-31' },
    {
      fields: { ...every(1), timezone: NY },
      at: '2026-03-08T12:00:00Z',
      start: '2026-03-08T05:00:00Z',
      end: '2026-03-09T04:00:00Z',
      next: '2026-03-09',
    },
    {
      fields: { ...every(7), timezone: NY },
      at: '2026-11-01T12:00:00Z',
      start: '2026-11-01T04:00:00Z',
      end: '2026-11-08T05:00:00Z',
      next: '2026-11-08',
    },
  ])('counts calendar days, not hours: $fields at $at', expectPeriod)
})

describe('a time zone', () => {
  const march = (startDate: string, timezone: string) => ({ startDate, timezone })
  test.each<Case>([
    {
      fields: march('2026-03-01', 'America/New_York'),
      at: '2026-03-20',
      start: '2026-03-01T05:00:00Z',
      end: '2026-04-01T04:00:00Z',
      next: '2026-04-01',
    },
    {
      fields: march('2026-03-15', 'Pacific/Chatham'),
      at: '2026-03-20',
      start: '2026-03-14T10:15:00Z',
      end: '2026-04-14T11:15:00Z',
      next: '2026-04-15',
    },
    {
      fields: march('2026-03-31', 'Pacific/Kiritimati'),
      at: '2026-04-29T10:00:00Z',
      start: '2026-04-29T10:00:00Z',
      end: '2026-05-30T10:00:00Z',
      next: '2026-05-31',
    },
    {
      // Cairo skips midnight on 24 April: that day begins at one o'clock.
      fields: march('2026-03-24', 'Africa/Cairo'),
      at: '2026-04-01',
      start: '2026-03-23T22:00:00Z',
      end: '2026-04-23T22:00:00Z',
      next: '2026-04-24',
    },
  ])('puts the bounds at local midnight: $fields', expectPeriod)

  test("is the customer's unless the subscription has one", async () => {
    now = new Date('2026-03-20T00:00:00Z')
    const customer = await givenCustomer(api, { timezone: 'Asia/Tokyo' })
    const inherits = await givenSubscription(api, { customerId: customer.id })
    const own = await givenSubscription(api, { customerId: customer.id, timezone: 'Europe/Paris' })
    expect(inherits.currentPeriod?.start).toBe('2026-02-28T15:00:00.000Z')
    expect(own.currentPeriod?.start).toBe('2026-02-28T23:00:00.000Z')
  })

  test('decides the local date that a startDate with a time counts from', async () => {
    now = new Date('2026-03-20T00:00:00Z')
    const startDate = '2026-03-10T22:00:00Z'
    const { currentPeriod } = await givenSubscription(api, { startDate, timezone: 'Asia/Tokyo' })
    expect(currentPeriod).toEqual({
      start: '2026-03-10T15:00:00.000Z',
      end: '2026-04-10T15:00:00.000Z',
    })
  })
})

describe('billingDay', () => {
  const from = (startDate: string, billingDay: number, fields: Fields = {}) => ({
    startDate,
    billingDay,
    ...fields,
  })
  const yearly = (day: number) => from('2026-03-10', day, { billingCycle: 'yearly' })
  test.each<Case>([
    { fields: from('2026-03-10', 15), at: '2026-03-12', start: '2026-03-10', end: '2026-03-15' },
    { fields: from('2026-03-10', 15), at: '2026-03-15', start: '2026-03-15', end: '2026-04-15' },
    { fields: from('2026-03-10', 1), at: '2026-03-12', start: '2026-03-10', end: '2026-04-01' },
    { fields: from('2026-03-10', 10), at: '2026-03-12', start: '2026-03-10', end: '2026-04-10' },
    { fields: from('2026-02-10', 31), at: '2026-02-12', start: '2026-02-10', end: '2026-02-28' },
    { fields: from('2026-02-10', 31), at: '2026-03-12', start: '2026-02-28', end: '2026-03-31' },
    { fields: yearly(15), at: '2026-03-12', start: '2026-03-10', end: '2026-03-15' },
    { fields: yearly(15), at: '2026-03-15', start: '2026-03-15', end: '2027-03-15' },
    { fields: yearly(1), at: '2026-04-01', start: '2026-03-10', end: '2027-03-01' },
  ])('makes the first period a stub up to it: $fields at $at', expectPeriod)

  test('and the next invoice date can be moved, and the move is in the changelog', async () => {
    now = new Date('2026-03-12T00:00:00Z')
    const { id } = await givenSubscription(api)
    const day = await api.patch(`${url(id)}/invoice-dates`, { billingDay: 20 })
    expect([day.status, day.body.billingDay]).toEqual([200, 20])
    const date = await api.patch(`${url(id)}/invoice-dates`, { nextInvoiceDate: '2026-04-25' })
    expect([date.status, date.body.nextInvoiceDate]).toEqual([200, '2026-04-25'])
    expect((await api.get(url(id))).body.nextInvoiceDate).toBe('2026-04-25')
    expect((await api.get(`${url(id)}/changelog`)).body.totalResults).toBe(3)
  })

  test('refuses what is no date as the next invoice date', async () => {
    const { id } = await givenSubscription(api)
    const answer = await api.patch(`${url(id)}/invoice-dates`, { nextInvoiceDate: '2026-02-30' })
    expect([answer.status, answer.body.param]).toEqual([400, 'nextInvoiceDate'])
  })
})

describe('an end', () => {
  test('that is a date includes that day and cuts the period', async () => {
    now = new Date('2026-03-05T00:00:00Z')
    const { id, currentPeriod } = await givenSubscription(api, { endDate: '2026-03-20' })
    expect(currentPeriod?.end).toBe('2026-03-21T00:00:00.000Z')
    expect(await statusAt(id, '2026-03-20T23:59:59.999Z')).toBe('active')
    expect(await statusAt(id, '2026-03-21T00:00:00Z')).toBe('ended')
  })

  test('that is a date ends at midnight of the time zone', async () => {
    now = new Date('2026-03-05T00:00:00Z')
    const chatham = { timezone: 'Pacific/Chatham', endDate: '2026-03-20' }
    const { id } = await givenSubscription(api, chatham)
    expect(await statusAt(id, '2026-03-20T10:14:59Z')).toBe('active')
    expect(await statusAt(id, '2026-03-20T10:15:00Z')).toBe('ended')
  })

  test('that is a timestamp is exact and excluded', async () => {
    now = new Date('2026-03-05T00:00:00Z')
    const { id, currentPeriod } = await givenSubscription(api, { endDate: '2026-03-20T12:00:00Z' })
    expect(currentPeriod?.end).toBe('2026-03-20T12:00:00.000Z')
    expect(await statusAt(id, '2026-03-20T11:59:59.999Z')).toBe('active')
    expect(await statusAt(id, '2026-03-20T12:00:00Z')).toBe('ended')
  })

  test('is ignored when the subscription is forever', async () => {
    now = new Date('2026-05-05T00:00:00Z')
    const { id, status } = await givenSubscription(api, { endDate: '2026-03-20', isForever: true })
    expect(status).toBe('active')
    const body = await read(id, '2030-01-15T00:00:00Z')
    expect(body.status).toBe('active')
    expect(body.currentPeriod).toEqual({ start: instant('2030-01-01'), end: instant('2030-02-01') })
  })

  test('on the start date makes a subscription of one day', async () => {
    now = new Date('2026-03-01T12:00:00Z')
    const { currentPeriod } = await givenSubscription(api, { endDate: '2026-03-01' })
    expect(currentPeriod).toEqual({ start: instant('2026-03-01'), end: instant('2026-03-02') })
  })
})

describe('the status', () => {
  test.each(['upcoming', 'active', 'ended'])(
    'follows the dates when %s is sent',
    async (status) => {
      now = new Date('2026-03-10T00:00:00Z')
      const make = (fields: Fields) => givenSubscription(api, { status, ...fields })
      expect((await make({ startDate: '2026-03-10' })).status).toBe('active')
      expect((await make({ startDate: '2020-01-01' })).status).toBe('active')
      expect((await make({ startDate: '2026-03-11' })).status).toBe('upcoming')
      expect((await make({ endDate: '2026-03-09' })).status).toBe('ended')
    },
  )

  test('changes at local midnight of the start, for reads, lists and filters alike', async () => {
    now = new Date('2026-03-01T00:00:00Z')
    const chatham = { startDate: '2026-03-15', timezone: 'Pacific/Chatham' }
    const { id } = await givenSubscription(api, chatham)
    const listed = async (status: string) =>
      (await api.get(`/v1/subscriptions?status=${status}`)).body.totalResults
    expect(await statusAt(id, '2026-03-14T10:14:59Z')).toBe('upcoming')
    expect([await listed('upcoming'), await listed('active')]).toEqual([1, 0])
    expect(await statusAt(id, '2026-03-14T10:15:00Z')).toBe('active')
    expect([await listed('upcoming'), await listed('active')]).toEqual([0, 1])
    expect((await api.get('/v1/subscriptions')).body.results[0].status).toBe('active')
  })

  test('only an active one has a current period, and an ended one no next invoice', async () => {
    now = new Date('2026-03-10T00:00:00Z')
    const upcoming = await givenSubscription(api, { startDate: '2026-05-31' })
    expect(upcoming).toMatchObject({ currentPeriod: null, nextInvoiceDate: '2026-06-30' })
    const ended = await givenSubscription(api, { endDate: '2026-03-02' })
    expect(ended).toMatchObject({ currentPeriod: null, nextInvoiceDate: null })
  })
})
