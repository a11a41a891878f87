import { beforeEach, expect, test } from 'vitest'
import { createClock } from '../../../test/support/clocks.ts'
import { type Fields, givenSubscription, SUBSCRIPTIONS } from '../../../test/support/given.ts'
import { useTestApp } from '../../../test/support/use-app.ts'
import { billedPeriods } from '../../domain/time/schedule.ts'
import { listPastSchedules } from './periods/past-schedules.ts'
import { findSubscription } from './read.ts'

const NOW = '2026-03-20T12:00:00Z'
const clock = createClock(NOW)

const t = useTestApp({ now: clock.now })
const { api } = t
beforeEach(() => clock.set(NOW))

const subscription = (fields: Fields = {}) =>
  givenSubscription(api, { startDate: '2026-01-01', ...fields })

const move = (id: string, fields: Fields) =>
  api.patch(`${SUBSCRIPTIONS}/${id}/invoice-dates`, fields)

async function nextInvoiceDateAt(id: string, now: string) {
  clock.set(now)
  const { body } = await api.get(`${SUBSCRIPTIONS}/${id}`)
  return body.nextInvoiceDate
}

test('the current period ends on the new date and later ones count from it', async () => {
  const { id } = await subscription()
  const { status, body } = await move(id, { nextInvoiceDate: '2026-03-25' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'active', nextInvoiceDate: '2026-03-25', billingDay: null })
  expect(body.currentPeriod.end).toBe('2026-03-25T00:00:00.000Z')
  expect(await nextInvoiceDateAt(id, '2026-03-25T00:00:00Z')).toBe('2026-04-25')
  expect(await nextInvoiceDateAt(id, '2026-04-25T00:00:00Z')).toBe('2026-05-25')
})

test('a billing day moves them to its next occurrence, clamped to the month', async () => {
  const { id } = await subscription()
  const { body } = await move(id, { billingDay: 31 })
  expect(body).toMatchObject({ billingDay: 31, nextInvoiceDate: '2026-03-31' })
  expect(await nextInvoiceDateAt(id, '2026-03-31T00:00:00Z')).toBe('2026-04-30')
  expect(await nextInvoiceDateAt(id, '2026-04-30T00:00:00Z')).toBe('2026-05-31')
})

test('a billing day that has passed this month applies next month', async () => {
  const { id } = await subscription({ billingDay: 25 })
  const { body } = await move(id, { billingDay: 20 })
  expect(body).toMatchObject({ billingDay: 20, nextInvoiceDate: '2026-04-20' })
})

test('a date replaces the previous billing day', async () => {
  const { id } = await subscription({ billingDay: 25 })
  const { body } = await move(id, { nextInvoiceDate: '2026-04-10' })
  expect(body).toMatchObject({ billingDay: 10, nextInvoiceDate: '2026-04-10' })
})

test('a yearly cycle keeps its month', async () => {
  const { id } = await subscription({ startDate: '2025-06-10', billingCycle: 'yearly' })
  const { body } = await move(id, { billingDay: 15 })
  expect(body.nextInvoiceDate).toBe('2026-06-15')
})

test('days follow the time zone', async () => {
  const { id } = await subscription({ timezone: 'Pacific/Chatham' })
  // In that time zone it is already 21 March.
  expect((await move(id, { nextInvoiceDate: '2026-03-21' })).status).toBe(422)
  const { body } = await move(id, { nextInvoiceDate: '2026-03-22' })
  expect(body.currentPeriod.end).toBe('2026-03-21T10:15:00.000Z')
})

test('the move is in the changelog', async () => {
  const { id } = await subscription()
  await move(id, { billingDay: 25 })
  const { body } = await api.get(`${SUBSCRIPTIONS}/${id}/changelog`)
  expect(body.results[0].changes).toEqual([
    { field: 'billingDay', from: null, to: 25 },
    { field: 'nextInvoiceDate', from: '2026-04-01', to: '2026-03-25' },
  ])
})

test.each([
  [{}],
  [{ nextInvoiceDate: '2026-02-30' }],
  [{ nextInvoiceDate: null }],
  [{ billingDay: 32 }],
  [{ billingDay: '5' }],
  [{ anchorDate: '2026-04-01' }],
])('refuses %j as malformed', async (fields) => {
  expect((await move((await subscription()).id, fields)).status).toBe(400)
})

test.each([
  [{}, { nextInvoiceDate: '2026-03-20' }],
  [{}, { nextInvoiceDate: '2025-04-01' }],
  [{ startDate: '2026-05-01' }, { nextInvoiceDate: '2026-04-15' }],
  [{ endDate: '2026-03-25' }, { nextInvoiceDate: '2026-03-28' }],
  [{ endDate: '2026-03-19' }, { nextInvoiceDate: '2026-04-01' }],
])('of %j refuses %j', async (fields, sent) => {
  expect((await move((await subscription(fields)).id, sent)).status).toBe(422)
})

test('periods before a move stay unchanged, through several moves', async () => {
  const { id } = await subscription()
  const { body } = await move(id, { nextInvoiceDate: '2026-05-10' })
  expect(body).toMatchObject({
    nextInvoiceDate: '2026-05-10',
    currentPeriod: { start: '2026-03-01T00:00:00.000Z', end: '2026-05-10T00:00:00.000Z' },
  })
  // A second move of the same period to an earlier date.
  expect((await move(id, { nextInvoiceDate: '2026-03-25' })).body.currentPeriod).toEqual({
    start: '2026-03-01T00:00:00.000Z',
    end: '2026-03-25T00:00:00.000Z',
  })
  clock.set('2026-05-01T00:00:00Z')
  const again = await move(id, { nextInvoiceDate: '2026-05-10', billingDay: 15 })
  expect(again.body).toMatchObject({
    billingDay: 15,
    currentPeriod: { start: '2026-04-25T00:00:00.000Z', end: '2026-05-10T00:00:00.000Z' },
  })
  expect(await periodsOf(id)).toEqual([
    '2026-01-01 31/31',
    '2026-02-01 28/28',
    '2026-03-01 24/31',
    '2026-03-25 31/31',
    '2026-04-25 15/30',
    '2026-05-10 5/30',
    '2026-05-15 31/31',
    '2026-06-15 30/30',
  ])
})

test('an extended period counts days of the regular one that begins with it', async () => {
  const { id } = await subscription({ startDate: '2026-03-01' })
  await move(id, { nextInvoiceDate: '2026-05-10' })
  expect((await periodsOf(id)).slice(0, 2)).toEqual(['2026-03-01 70/31', '2026-05-10 31/31'])
})

test('an extended stub counts days of a period that would begin with it', async () => {
  const { id } = await subscription({ startDate: '2026-03-18', billingDay: 25 })
  await move(id, { nextInvoiceDate: '2026-04-05' })
  expect((await periodsOf(id)).slice(0, 2)).toEqual(['2026-03-18 18/31', '2026-04-05 30/30'])
})

test('dates of an upcoming one move its first period, until its start moves', async () => {
  const { id } = await subscription({ startDate: '2026-04-10' })
  const moved = await move(id, { billingDay: 1 })
  expect(moved.body).toMatchObject({ status: 'upcoming', nextInvoiceDate: '2026-05-01' })
  expect((await periodsOf(id)).slice(0, 2)).toEqual(['2026-04-10 21/30', '2026-05-01 31/31'])
  const { body } = await api.patch(`${SUBSCRIPTIONS}/${id}`, { startDate: '2026-04-20' })
  expect(body).toMatchObject({ billingDay: 1, nextInvoiceDate: '2026-05-01' })
  await api.patch(`${SUBSCRIPTIONS}/${id}`, { billingDay: null })
  expect((await periodsOf(id)).slice(0, 2)).toEqual(['2026-04-20 30/30', '2026-05-20 31/31'])
})

test('an end inside a moved period cuts it', async () => {
  const { id } = await subscription()
  await move(id, { nextInvoiceDate: '2026-03-25' })
  await api.patch(`${SUBSCRIPTIONS}/${id}`, { endDate: '2026-03-22' })
  expect((await periodsOf(id)).slice(2)).toEqual(['2026-03-01 22/31'])
})

/** Describes each period of half a year: its first day, covered days and days of a full period. */
async function periodsOf(id: string): Promise<string[]> {
  const { db } = t.dependencies
  const found = await findSubscription(db, { organizationId: t.organization.id, id })
  if (!found) throw new Error('no such subscription')
  const range = {
    start: Temporal.Instant.from('2026-01-01T00:00:00Z'),
    end: Temporal.Instant.from('2026-07-01T00:00:00Z'),
  }
  const periods = billedPeriods(found, await listPastSchedules(db, found), range)
  return periods.map(
    ({ start, daysCovered, daysFull }) =>
      `${start.toString().slice(0, 10)} ${daysCovered}/${daysFull}`,
  )
}
