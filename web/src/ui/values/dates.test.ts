import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  daysBetween,
  formatDay,
  formatDays,
  formatDistance,
  formatInstant,
  formatInstantBare,
  formatMonth,
  isDay,
  monthBefore,
} from './dates.ts'

const zoneBefore = process.env.TZ
beforeEach(() => {
  process.env.TZ = 'America/Los_Angeles'
})
afterEach(() => {
  process.env.TZ = zoneBefore
})

test('a calendar date is the same day in every zone', () => {
  expect(formatDay('2026-11-01')).toBe('1 Nov 2026')
  expect(formatDay('2028-02-29')).toBe('29 Feb 2028')
})

test('every month has three letters, as on invoices', () => {
  expect(formatDay('2026-09-05')).toBe('5 Sep 2026')
  expect(formatDays('2026-09-01', '2026-09-30')).toBe('1–30 Sep 2026')
  expect(formatInstant('2026-09-05T03:04:05Z', 'utc')).toBe('5 Sep 2026, 03:04 UTC')
})

test('a range of days states common parts once', () => {
  expect(formatDays('2026-11-01', '2026-11-30')).toBe('1–30 Nov 2026')
  expect(formatDays('2026-12-31', '2027-01-01')).toBe('31 Dec 2026–1 Jan 2027')
})

test('an instant names its zone', () => {
  expect(formatInstant('2026-11-21T03:04:05.678Z', 'utc')).toBe('21 Nov 2026, 03:04 UTC')
  expect(formatInstant('2026-11-21T03:04:05.678Z', 'local')).toBe('20 Nov 2026, 19:04 GMT-8')
  expect(formatInstantBare('2026-11-21T00:04:05Z', 'utc')).toBe('21 Nov 2026, 00:04:05')
})

describe('a distance', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  test.each([
    ['2026-11-21T11:59:40Z', 'just now'],
    ['2026-11-21T12:00:20Z', 'in a moment'],
    ['2026-11-21T11:01:00Z', '59 minutes ago'],
    ['2026-11-21T09:00:00Z', '3 hours ago'],
    ['2026-11-20T11:00:00Z', 'yesterday'],
    ['2026-11-28T11:00:00Z', 'in 6 days'],
    ['2026-01-01T00:00:00Z', undefined],
  ])('to %s is %s', (instant, text) => {
    expect(formatDistance(instant, now)).toBe(text)
  })
})

test.each([
  ['2026-11-21', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['21.11.2026', false],
  ['', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

test('calendar days are counted regardless of daylight saving time', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1)
  expect(daysBetween('2026-03-01', '2026-03-01')).toBe(0)
})

test('the previous month is a whole month in UTC, even across years', () => {
  expect(monthBefore(new Date('2026-11-30T23:59:59Z'))).toEqual({
    startDate: '2026-10-01',
    endDate: '2026-10-31',
  })
  expect(monthBefore(new Date('2024-03-31T00:00:00Z'))).toEqual({
    startDate: '2024-02-01',
    endDate: '2024-02-29',
  })
  expect(monthBefore(new Date('2026-01-01T00:00:00Z'))).toEqual({
    startDate: '2025-12-01',
    endDate: '2025-12-31',
  })
  expect(formatMonth('2026-09-01')).toBe('Sep 2026')
})
