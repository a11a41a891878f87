import { expect, test } from 'vitest'
import {
  lifetimeOf,
  localDate,
  parseEndDate,
  parseInstant,
  parseStartDate,
  spanText,
} from './dates.ts'

const CHATHAM = 'Pacific/Chatham'

test.each([
  ['2026-03-10', '2026-03-10'],
  // A time without an offset is local; a time with one may fall on another day in the zone.
  ['2026-03-10T23:30:00', '2026-03-10'],
  ['2026-03-10T12:00:00Z', '2026-03-11'],
  ['2026-02-30', undefined],
  ['1969-12-31', undefined],
  ['2200-01-01', undefined],
  ['2026-03-10T12:00:00Z[Europe/Berlin]', undefined],
  ['tomorrow', undefined],
])('a start at %s is the day %s in the zone', (text, expected) => {
  expect(parseStartDate(text, CHATHAM)).toBe(expected)
})

test.each([
  ['2026-04-30', { endDate: '2026-04-30', endAt: null }],
  ['2026-04-30T10:00:00+02:00', { endDate: null, endAt: new Date('2026-04-30T08:00:00Z') }],
  ['2026-04-30T20:45:00', { endDate: null, endAt: new Date('2026-04-30T08:00:00Z') }],
  ['2026-04-31', undefined],
])('an end at %s is a last day or an exact instant', (text, expected) => {
  expect(parseEndDate(text, CHATHAM)).toEqual(expected)
})

test('a date is read as its first instant in the zone, also where midnight is skipped', () => {
  expect(parseInstant('2026-04-24', 'Africa/Cairo')?.toString()).toBe('2026-04-23T22:00:00Z')
})

test('a last day is billed to its end, an instant is the end itself', () => {
  const day = { startDate: '2026-04-24', endDate: '2026-04-24', endAt: null }
  expect(lifetimeOf(day, 'Africa/Cairo')).toEqual({
    startsAt: new Date('2026-04-23T22:00:00Z'),
    endsAt: new Date('2026-04-24T21:00:00Z'),
  })
  const endAt = new Date('2026-05-01T09:30:00Z')
  expect(lifetimeOf({ ...day, endDate: null, endAt }, 'UTC').endsAt).toEqual(endAt)
})

test('the day of an instant is the one in the zone', () => {
  expect(localDate(new Date('2026-03-20T12:00:00Z'), CHATHAM)).toBe('2026-03-21')
})

test.each([
  ['2026-10-31T23:00:00Z', '2026-11-30T23:00:00Z', '2026-11-01 to 2026-11-30'],
  ['2026-10-31T23:00:00Z', '2026-11-27T11:22:54.853Z', '2026-11-01 to 2026-11-27T11:22:54.853Z'],
  ['2026-11-27T11:22:54.853Z', '2026-11-30T23:00:00Z', '2026-11-27T11:22:54.853Z to 2026-11-30'],
  // The same instants are no starts of days in UTC.
  ['2026-11-01T00:00:00Z', null, '2026-11-01T00:00:00.000Z without an end'],
])('a span from %s to %s is %s', (start, end, expected) => {
  const span = [new Date(start), end === null ? null : new Date(end)] as const
  expect(spanText(...span, 'Europe/Berlin')).toBe(expected)
})
