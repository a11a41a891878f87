import { describe, expect, test } from 'vitest'
import {
  day,
  hoursOf,
  instant,
  period,
  scheduleFrom,
  shown,
  shownPeriods,
} from '../test-support.ts'
import { periodAt, periodByIndex, periodsBetween, startOfDay } from './period.ts'
import { intersect } from './range.ts'

describe('monthly', () => {
  test.each([
    ['the 1st', '2025-01-01', null, ['2025-01-01 > 2025-02-01', '2025-02-01 > 2025-03-01']],
    ['the 15th', '2025-12-15', null, ['2025-12-15 > 2026-01-15', '2026-01-15 > 2026-02-15']],
    [
      'the 31st, which returns after February',
      '2025-01-31',
      null,
      ['2025-01-31 > 2025-02-28', '2025-02-28 > 2025-03-31', '2025-03-31 > 2025-04-30'],
    ],
    [
      'the 31st in a leap year',
      '2024-01-31',
      null,
      ['2024-01-31 > 2024-02-29', '2024-02-29 > 2024-03-31'],
    ],
    [
      '29 February, which stays the 29th',
      '2024-02-29',
      null,
      ['2024-02-29 > 2024-03-29', '2024-03-29 > 2024-04-29'],
    ],
    [
      'a stub up to a later billing day',
      '2025-03-10',
      15,
      ['2025-03-10 > 2025-03-15', '2025-03-15 > 2025-04-15'],
    ],
    [
      'a stub up to an earlier billing day',
      '2025-03-20',
      15,
      ['2025-03-20 > 2025-04-15', '2025-04-15 > 2025-05-15'],
    ],
    ['no stub when starting on the billing day', '2025-03-15', 15, ['2025-03-15 > 2025-04-15']],
    ['a stub of one day', '2025-03-14', 15, ['2025-03-14 > 2025-03-15', '2025-03-15 > 2025-04-15']],
    [
      'billing day 31 from 28 February',
      '2025-02-28',
      31,
      ['2025-02-28 > 2025-03-31', '2025-03-31 > 2025-04-30'],
    ],
    [
      'billing day 31 from 28 February of a leap year',
      '2024-02-28',
      31,
      ['2024-02-28 > 2024-02-29', '2024-02-29 > 2024-03-31'],
    ],
    [
      'billing day 30 from 1 February',
      '2025-02-01',
      30,
      ['2025-02-01 > 2025-02-28', '2025-02-28 > 2025-03-30'],
    ],
  ])('%s', (_, start, billingDay, expected) => {
    expect(shownPeriods(scheduleFrom({ start, billingDay }), expected.length)).toEqual(expected)
  })

  test('starts in March 2000 without counting from then: period 300 is in March 2025', () => {
    expect(shown(period(scheduleFrom({ start: '2000-03-31' }), 300))).toBe(
      '2025-03-31 > 2025-04-30',
    )
  })
})

describe('yearly', () => {
  test.each([
    ['an ordinary day', '2025-03-15', null, ['2025-03-15 > 2026-03-15', '2026-03-15 > 2027-03-15']],
    [
      '29 February, which returns in leap years',
      '2024-02-29',
      null,
      [
        '2024-02-29 > 2025-02-28',
        '2025-02-28 > 2026-02-28',
        '2026-02-28 > 2027-02-28',
        '2027-02-28 > 2028-02-29',
        '2028-02-29 > 2029-02-28',
      ],
    ],
    [
      'a stub up to the billing day of the same month',
      '2025-03-10',
      15,
      ['2025-03-10 > 2025-03-15', '2025-03-15 > 2026-03-15'],
    ],
    [
      'a billing day just missed',
      '2025-03-20',
      15,
      ['2025-03-20 > 2026-03-15', '2026-03-15 > 2027-03-15'],
    ],
    [
      'billing day 31 in February',
      '2025-02-10',
      31,
      [
        '2025-02-10 > 2025-02-28',
        '2025-02-28 > 2026-02-28',
        '2026-02-28 > 2027-02-28',
        '2027-02-28 > 2028-02-29',
      ],
    ],
  ])('%s', (_, start, billingDay, expected) => {
    const schedule = scheduleFrom({ start, billingDay, cycle: { kind: 'yearly' } })
    expect(shownPeriods(schedule, expected.length)).toEqual(expected)
  })
})

describe('custom', () => {
  test.each([
    [
      'every 10 days',
      '2025-02-20',
      10,
      null,
      ['2025-02-20 > 2025-03-02', '2025-03-02 > 2025-03-12'],
    ],
    ['every day', '2024-02-28', 1, null, ['2024-02-28 > 2024-02-29', '2024-02-29 > 2024-03-01']],
    [
      'every 90 days after a stub up to the billing day',
      '2025-01-03',
      90,
      1,
      ['2025-01-03 > 2025-02-01', '2025-02-01 > 2025-05-02'],
    ],
    [
      'weeks that meet the billing day',
      '2025-01-03',
      7,
      31,
      [
        '2025-01-03 > 2025-01-10',
        '2025-01-10 > 2025-01-17',
        '2025-01-17 > 2025-01-24',
        '2025-01-24 > 2025-01-31',
        '2025-01-31 > 2025-02-07',
      ],
    ],
    [
      'a stub shorter than a cycle even when the billing day is far',
      '2025-01-05',
      7,
      31,
      ['2025-01-05 > 2025-01-10', '2025-01-10 > 2025-01-17'],
    ],
  ])('%s', (_, start, days, billingDay, expected) => {
    const schedule = scheduleFrom({ start, billingDay, cycle: { kind: 'custom', days } })
    expect(shownPeriods(schedule, expected.length)).toEqual(expected)
  })

  test('counts calendar days, not 24 hours', () => {
    const cycle = { kind: 'custom', days: 1 } as const
    const schedule = scheduleFrom({ start: '2025-03-09', cycle, timeZone: 'America/New_York' })
    expect([hoursOf(period(schedule, 0)), hoursOf(period(schedule, 1))]).toEqual([23, 24])
  })
})

describe('moved invoice dates', () => {
  test.each([
    [
      'monthly',
      { kind: 'monthly' },
      '2025-04-20',
      ['2025-03-01 > 2025-03-20', '2025-03-20 > 2025-04-20'],
    ],
    [
      'yearly, to another month',
      { kind: 'yearly' },
      '2025-09-15',
      ['2025-03-01 > 2025-09-15', '2025-09-15 > 2026-09-15'],
    ],
    [
      'custom',
      { kind: 'custom', days: 30 },
      '2025-03-11',
      ['2025-03-01 > 2025-03-11', '2025-03-11 > 2025-04-10'],
    ],
  ] as const)('%s periods count from the anchor date', (_, cycle, anchor, expected) => {
    const schedule = scheduleFrom({ start: '2025-03-01', cycle, anchorDate: day(anchor) })
    expect(shownPeriods(schedule, expected.length)).toEqual(expected)
  })

  test('keeps a billing day that the anchor month is too short for', () => {
    const schedule = scheduleFrom({
      start: '2025-02-10',
      anchorDate: day('2025-02-28'),
      billingDay: 31,
    })
    expect(shownPeriods(schedule, 3)).toEqual([
      '2025-02-10 > 2025-02-28',
      '2025-02-28 > 2025-03-31',
      '2025-03-31 > 2025-04-30',
    ])
  })
})

describe('the hours of a period', () => {
  test.each([
    ['UTC', '2025-03-01', 744],
    ['America/New_York', '2025-03-01', 743],
    ['America/New_York', '2025-11-01', 721],
    ['Europe/Berlin', '2025-03-01', 743],
    ['Asia/Kathmandu', '2025-03-01', 744],
    ['Asia/Kathmandu', '1985-12-01', 744],
    ['Asia/Kathmandu', '1986-01-01', 743.75],
    ['Pacific/Chatham', '2025-04-01', 721],
    ['Pacific/Chatham', '2025-09-01', 719],
    ['Australia/Lord_Howe', '2025-04-01', 720.5],
    ['Africa/Cairo', '2024-04-01', 719],
    ['America/Sao_Paulo', '2018-11-01', 719],
    ['Pacific/Apia', '2011-12-01', 720],
  ])('in %s from %s are %d', (timeZone, start, hours) => {
    expect(hoursOf(period(scheduleFrom({ start, timeZone }), 0))).toBe(hours)
  })
})

describe('where midnight is not what it seems', () => {
  test.each([
    ['New York, ordinary', 'America/New_York', '2025-03-09', '2025-03-09T05:00:00Z'],
    ['Cairo skips midnight', 'Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00Z'],
    ['Sao Paulo skipped midnight', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z'],
    [
      'Kathmandu skipped a quarter of an hour',
      'Asia/Kathmandu',
      '1986-01-01',
      '1985-12-31T18:30:00Z',
    ],
    [
      'Havana has midnight twice and takes the first',
      'America/Havana',
      '2024-11-03',
      '2024-11-03T04:00:00Z',
    ],
    ["St John's went back over midnight", 'America/St_Johns', '2006-10-29', '2006-10-29T02:30:00Z'],
    ['Apia skipped the whole day', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z'],
  ])('%s', (_, timeZone, start, expected) => {
    expect(period(scheduleFrom({ start, timeZone }), 0).start.toString()).toBe(expected)
    expect(startOfDay(day(start), timeZone).toString()).toBe(expected)
  })

  test('an hour repeated over midnight is billed once, with the day that had begun', () => {
    const timeZone = 'America/St_Johns'
    const schedule = scheduleFrom({ start: '2006-09-29', timeZone })
    // The local time is 23:30 on the 28th for the second time: the period of the 29th has begun.
    const repeated = instant('2006-10-29T03:00:00Z')
    expect(repeated.toZonedDateTimeISO(timeZone).toPlainDate().toString()).toBe('2006-10-28')
    expect(periodAt(schedule, repeated)?.index).toBe(1)
    expect(periodAt(schedule, instant('2006-10-29T02:29:59.999Z'))?.index).toBe(0)
  })

  test('a skipped day is not a period of its own', () => {
    const cycle = { kind: 'custom', days: 1 } as const
    const schedule = scheduleFrom({ start: '2011-12-29', cycle, timeZone: 'Pacific/Apia' })
    const window = { start: instant('2011-12-29T10:00:00Z'), end: instant('2012-01-01T10:00:00Z') }
    expect(periodByIndex(schedule, 1)).toBeUndefined()
    expect(periodsBetween(schedule, window).map(({ index }) => index)).toEqual([0, 2, 3])
  })
})

describe('periodAt', () => {
  const schedule = scheduleFrom({
    start: '2025-01-20',
    billingDay: 1,
    end: { lastDay: day('2025-03-09') },
  })

  test.each([
    ['2025-01-19T23:59:59.999Z', undefined],
    ['2025-01-20T00:00:00Z', 0],
    ['2025-01-31T23:59:59.999999999Z', 0],
    ['2025-02-01T00:00:00Z', 1],
    ['2025-03-09T23:59:59.999Z', 2],
    ['2025-03-10T00:00:00Z', undefined],
  ])('at %s is period %s', (at, index) => {
    expect(periodAt(schedule, instant(at))?.index).toBe(index)
  })

  test('takes the day from the time zone, not from UTC', () => {
    const at = instant('2025-02-01T03:00:00Z')
    const inZone = (timeZone: string) =>
      periodAt(scheduleFrom({ start: '2025-01-01', timeZone }), at)
    expect(inZone('America/New_York')?.index).toBe(0)
    expect(inZone('Asia/Kathmandu')?.index).toBe(1)
  })
})

describe('periodsBetween', () => {
  const schedule = scheduleFrom({ start: '2025-01-01' })
  const between = (start: string, end: string) =>
    periodsBetween(schedule, { start: instant(start), end: instant(end) }).map(({ index }) => index)

  test.each([
    ['every period it touches', '2025-02-27T00:00:00Z', '2025-04-02T00:00:00Z', [1, 2, 3]],
    ['not the one that starts at its end', '2025-02-01T00:00:00Z', '2025-03-01T00:00:00Z', [1]],
    ['none before the subscription', '2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z', []],
    [
      'only what the subscription has, from before it',
      '2020-01-01T00:00:00Z',
      '2025-01-01T00:00:01Z',
      [0],
    ],
    ['none for an empty range', '2025-02-01T00:00:00Z', '2025-02-01T00:00:00Z', []],
    [
      'none for a range that ends before it starts',
      '2025-03-01T00:00:00Z',
      '2025-02-01T00:00:00Z',
      [],
    ],
  ])('lists %s', (_, start, end, indexes) => {
    expect(between(start, end)).toEqual(indexes)
  })

  test('lists all of a start far in the past', () => {
    const old = scheduleFrom({ start: '1990-01-31' })
    const range = { start: instant('1980-01-01T00:00:00Z'), end: instant('2025-01-31T00:00:00Z') }
    const periods = periodsBetween(old, range)
    expect(periods.length).toBe(35 * 12)
    expect(periods.at(-1)?.end.toString()).toBe('2025-01-31T00:00:00Z')
  })
})

test('ranges that only touch have nothing in common', () => {
  const january = period(scheduleFrom({ start: '2025-01-01' }), 0)
  const february = period(scheduleFrom({ start: '2025-01-01' }), 1)
  expect(intersect(january, february)).toBeUndefined()
})

test.each([
  ['a billing day of 0', { billingDay: 0 }],
  ['a billing day of 32', { billingDay: 32 }],
  ['half a billing day', { billingDay: 1.5 }],
  ['a cycle of no days', { cycle: { kind: 'custom', days: 0 } as const }],
  ['a cycle of half a day', { cycle: { kind: 'custom', days: 0.5 } as const }],
  ['a time zone that does not exist', { timeZone: 'Mars/Olympus_Mons' }],
])('%s is refused', (_, wrong) => {
  expect(() => periodByIndex(scheduleFrom({ start: '2025-01-01', ...wrong }), 0)).toThrow()
})

test.each([-1, 0.5])('%d is not a period index', (index) => {
  expect(() => periodByIndex(scheduleFrom({ start: '2025-01-01' }), index)).toThrow()
})
