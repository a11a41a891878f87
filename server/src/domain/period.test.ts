import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BillingPeriod,
  countDays,
  type PeriodTerms,
  periodAt,
  periodByIndex,
  periodsBetween,
  startOfDay,
} from './period.ts'
import { intersect, type Range } from './range.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const instant = (text: string) => Temporal.Instant.from(text)

function termsFrom(terms: Partial<PeriodTerms> & { start: string }): PeriodTerms {
  const { start, ...others } = terms
  return {
    timeZone: 'UTC',
    startDate: day(start),
    end: null,
    cycle: { kind: 'monthly' },
    billingDay: null,
    ...others,
  }
}

function period(terms: PeriodTerms, index: number): BillingPeriod {
  const found = periodByIndex(terms, index)
  if (found === undefined) throw new Error(`no period ${index}`)
  return found
}

/** "2025-01-01 > 2025-02-01", the local days that the period starts and ends on. */
function shown({ start, end }: Range, timeZone = 'UTC'): string {
  const localDay = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate()
  return `${localDay(start)} > ${localDay(end)}`
}

function shownPeriods(terms: PeriodTerms, count: number): string[] {
  return Array.from({ length: count }, (_, index) => shown(period(terms, index), terms.timeZone))
}

function hoursOf({ start, end }: Range): number {
  return start.until(end).total('hours')
}

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
    expect(shownPeriods(termsFrom({ start, billingDay }), expected.length)).toEqual(expected)
  })

  test('starts in March 2000 without counting from then: period 300 is in March 2025', () => {
    expect(shown(period(termsFrom({ start: '2000-03-31' }), 300))).toBe('2025-03-31 > 2025-04-30')
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
    const terms = termsFrom({ start, billingDay, cycle: { kind: 'yearly' } })
    expect(shownPeriods(terms, expected.length)).toEqual(expected)
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
    const terms = termsFrom({ start, billingDay, cycle: { kind: 'custom', days } })
    expect(shownPeriods(terms, expected.length)).toEqual(expected)
  })

  test('counts calendar days, not 24 hours', () => {
    const cycle = { kind: 'custom', days: 1 } as const
    const terms = termsFrom({ start: '2025-03-09', cycle, timeZone: 'America/New_York' })
    expect([hoursOf(period(terms, 0)), hoursOf(period(terms, 1))]).toEqual([23, 24])
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
    const terms = termsFrom({ start: '2025-03-01', cycle, anchorDate: day(anchor) })
    expect(shownPeriods(terms, expected.length)).toEqual(expected)
  })

  test('keeps a billing day that the anchor month is too short for', () => {
    const terms = termsFrom({ start: '2025-02-10', anchorDate: day('2025-02-28'), billingDay: 31 })
    expect(shownPeriods(terms, 3)).toEqual([
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
    expect(hoursOf(period(termsFrom({ start, timeZone }), 0))).toBe(hours)
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
    expect(period(termsFrom({ start, timeZone }), 0).start.toString()).toBe(expected)
    expect(startOfDay(day(start), timeZone).toString()).toBe(expected)
  })

  test('an hour repeated over midnight is billed once, with the day that had begun', () => {
    const timeZone = 'America/St_Johns'
    const terms = termsFrom({ start: '2006-09-29', timeZone })
    // 23:30 on the 28th by the clock, for the second time: the period of the 29th has begun.
    const repeated = instant('2006-10-29T03:00:00Z')
    expect(repeated.toZonedDateTimeISO(timeZone).toPlainDate().toString()).toBe('2006-10-28')
    expect(periodAt(terms, repeated)?.index).toBe(1)
    expect(periodAt(terms, instant('2006-10-29T02:29:59.999Z'))?.index).toBe(0)
  })

  test('a day that never was is no period of its own', () => {
    const cycle = { kind: 'custom', days: 1 } as const
    const terms = termsFrom({ start: '2011-12-29', cycle, timeZone: 'Pacific/Apia' })
    const window = { start: instant('2011-12-29T10:00:00Z'), end: instant('2012-01-01T10:00:00Z') }
    expect(periodByIndex(terms, 1)).toBeUndefined()
    expect(periodsBetween(terms, window).map(({ index }) => index)).toEqual([0, 2, 3])
  })
})

describe('the end of a subscription', () => {
  const ending = (end: PeriodTerms['end'], timeZone = 'UTC') =>
    termsFrom({ start: '2025-01-01', end, timeZone })
  const lastDay = (text: string) => ({ lastDay: day(text) })
  const before = (text: string) => ({ before: instant(text) })

  test.each([
    ['a last day includes that day', lastDay('2025-02-10'), 1, '2025-02-11T00:00:00Z', 10],
    [
      'a last day on the last of a period cuts nothing',
      lastDay('2025-01-31'),
      0,
      '2025-02-01T00:00:00Z',
      31,
    ],
    [
      'a last day that starts a period leaves one day of it',
      lastDay('2025-02-01'),
      1,
      '2025-02-02T00:00:00Z',
      1,
    ],
    ['the first day can be the last', lastDay('2025-01-01'), 0, '2025-01-02T00:00:00Z', 1],
    [
      'an instant is the exact end, and the day begun counts',
      before('2025-02-10T15:00:00Z'),
      1,
      '2025-02-10T15:00:00Z',
      10,
    ],
    [
      'an instant at midnight leaves that day out',
      before('2025-02-10T00:00:00Z'),
      1,
      '2025-02-10T00:00:00Z',
      9,
    ],
    [
      'an instant on a period boundary cuts nothing',
      before('2025-02-01T00:00:00Z'),
      0,
      '2025-02-01T00:00:00Z',
      31,
    ],
    [
      'a subscription of one second still covers its day',
      before('2025-01-01T00:00:01Z'),
      0,
      '2025-01-01T00:00:01Z',
      1,
    ],
  ])('%s', (_, end, lastIndex, expectedEnd, daysCovered) => {
    const last = period(ending(end), lastIndex)
    expect([last.end.toString(), last.daysCovered]).toEqual([expectedEnd, daysCovered])
    expect(periodByIndex(ending(end), lastIndex + 1)).toBeUndefined()
  })

  test('is the local end of the last day', () => {
    const terms = ending(lastDay('2025-01-10'), 'America/New_York')
    expect(period(terms, 0).end.toString()).toBe('2025-01-11T05:00:00Z')
  })

  test('leaves the full period as it is, for proration', () => {
    const { full, daysFull } = period(ending(lastDay('2025-02-10')), 1)
    expect([shown(full), daysFull]).toEqual(['2025-02-01 > 2025-03-01', 28])
  })

  test.each([
    ['before the start', lastDay('2024-12-31')],
    ['at the start', before('2025-01-01T00:00:00Z')],
  ])('%s leaves no period at all', (_, end) => {
    expect(periodByIndex(ending(end), 0)).toBeUndefined()
    expect(periodAt(ending(end), instant('2025-01-01T00:00:00Z'))).toBeUndefined()
    const year = { start: instant('2024-06-01T00:00:00Z'), end: instant('2025-06-01T00:00:00Z') }
    expect(periodsBetween(ending(end), year)).toEqual([])
  })
})

describe('periodAt', () => {
  const terms = termsFrom({
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
    expect(periodAt(terms, instant(at))?.index).toBe(index)
  })

  test('takes the day from the time zone, not from UTC', () => {
    const at = instant('2025-02-01T03:00:00Z')
    const inZone = (timeZone: string) => periodAt(termsFrom({ start: '2025-01-01', timeZone }), at)
    expect(inZone('America/New_York')?.index).toBe(0)
    expect(inZone('Asia/Kathmandu')?.index).toBe(1)
  })
})

describe('periodsBetween', () => {
  const terms = termsFrom({ start: '2025-01-01' })
  const between = (start: string, end: string) =>
    periodsBetween(terms, { start: instant(start), end: instant(end) }).map(({ index }) => index)

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
    const old = termsFrom({ start: '1990-01-31' })
    const range = { start: instant('1980-01-01T00:00:00Z'), end: instant('2025-01-31T00:00:00Z') }
    const periods = periodsBetween(old, range)
    expect(periods.length).toBe(35 * 12)
    expect(periods.at(-1)?.end.toString()).toBe('2025-01-31T00:00:00Z')
  })
})

describe('days for proration', () => {
  test.each([
    ['a whole month', '2025-01-01', null, null, 0, 31, 31],
    ['a whole leap February', '2024-02-01', null, null, 0, 29, 29],
    ['a stub', '2025-03-20', 1, null, 0, 12, 31],
    ['a stub that reaches over the end of February', '2025-02-20', 15, null, 0, 23, 28],
    ['a last period that is cut', '2025-01-01', null, '2025-02-14', 1, 14, 28],
    ['a stub that is cut as well', '2025-03-10', 1, '2025-03-19', 0, 10, 31],
  ])('of %s', (_, start, billingDay, last, index, daysCovered, daysFull) => {
    const end = last === null ? null : { lastDay: day(last) }
    const found = period(termsFrom({ start, billingDay, end, timeZone: 'America/New_York' }), index)
    expect([found.daysCovered, found.daysFull]).toEqual([daysCovered, daysFull])
  })

  test.each([
    ['the first third', '2025-03-01T05:00:00Z', '2025-03-11T04:00:00Z', 10],
    ['a day begun', '2025-03-01T05:00:00Z', '2025-03-01T06:00:00Z', 1],
    ['the rest of a day begun elsewhere', '2025-03-01T06:00:00Z', '2025-03-02T05:00:00Z', 0],
    ['more than the period', '2024-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 31],
    ['nothing of the period', '2025-04-01T04:00:00Z', '2025-05-01T04:00:00Z', 0],
  ])('that a window covers: %s', (_, start, end, days) => {
    const timeZone = 'America/New_York'
    const march = period(termsFrom({ start: '2025-03-01', timeZone }), 0)
    const window = { start: instant(start), end: instant(end) }
    const covered = intersect(window, march)
    expect(covered ? countDays(covered, timeZone) : 0).toBe(days)
  })
})

test('ranges that only touch have nothing in common', () => {
  const january = period(termsFrom({ start: '2025-01-01' }), 0)
  const february = period(termsFrom({ start: '2025-01-01' }), 1)
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
  expect(() => periodByIndex(termsFrom({ start: '2025-01-01', ...wrong }), 0)).toThrow()
})

test.each([-1, 0.5])('%d is no period index', (index) => {
  expect(() => periodByIndex(termsFrom({ start: '2025-01-01' }), index)).toThrow()
})

describe('for any time zone, start, anchor and cycle', () => {
  const FIFTY_YEARS = 18_263
  const YEARS_1901_TO_2051 = { min: -25_000, max: 30_000 }
  const timeZone = fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone'))
  const date = fc.integer(YEARS_1901_TO_2051).map((days) => day('1970-01-01').add({ days }))
  const billingDay = fc.option(fc.integer({ min: 1, max: 31 }))
  const cycle = fc.oneof(
    fc.constant({ kind: 'monthly' } as const),
    fc.constant({ kind: 'yearly' } as const),
    fc.integer({ min: 5, max: 800 }).map((days) => ({ kind: 'custom', days }) as const),
  )
  const fields = { timeZone, startDate: date, cycle, billingDay, end: fc.constant(null) }
  const endless: fc.Arbitrary<PeriodTerms> = fc.oneof(
    fc.record(fields),
    fc.record({ ...fields, anchorDate: date }),
  )
  /** A place in a range, in millionths of its length. */
  const somewhere = fc.integer({ min: 0, max: 1_000_000 })

  const fiftyYears = ({ startDate, timeZone: zone }: PeriodTerms): Range => ({
    start: startOfDay(startDate, zone),
    end: startOfDay(startDate.add({ days: FIFTY_YEARS }), zone),
  })
  const within = ({ start, end }: Range, millionths: number): Temporal.Instant => {
    const nanoseconds = end.epochNanoseconds - start.epochNanoseconds
    const offset = (nanoseconds * BigInt(millionths)) / 1_000_000n
    return Temporal.Instant.fromEpochNanoseconds(start.epochNanoseconds + offset)
  }
  const nanosecondAt = (start: Temporal.Instant): Range => ({
    start,
    end: start.add({ nanoseconds: 1 }),
  })

  function expectTiles(periods: readonly Range[], whole: Range): void {
    const ends = periods.map(({ end }) => end.epochNanoseconds)
    const starts = periods.map(({ start }) => start.epochNanoseconds)
    expect(starts).toEqual([whole.start.epochNanoseconds, ...ends.slice(0, -1)])
    expect(periods.every(({ start, end }) => Temporal.Instant.compare(start, end) < 0)).toBe(true)
  }

  test('fifty years of periods tile: no gap, no overlap', () => {
    fc.assert(
      fc.property(endless, (terms) => {
        const whole = fiftyYears(terms)
        const periods = periodsBetween(terms, whole)
        expectTiles(periods, whole)
        expect(Temporal.Instant.compare(periods.at(-1)?.end ?? whole.start, whole.end)).not.toBe(-1)
      }),
    )
  })

  test('two years of cycles of a few days tile as well', () => {
    const few = fc.integer({ min: 1, max: 4 }).map((days) => ({ kind: 'custom', days }) as const)
    fc.assert(
      fc.property(endless, few, (anyTerms, days) => {
        const terms = { ...anyTerms, cycle: days }
        const { start } = fiftyYears(terms)
        const end = startOfDay(terms.startDate.add({ days: 730 }), terms.timeZone)
        const periods = periodsBetween({ ...terms, end: { before: end } }, { start, end })
        expectTiles(periods, { start, end })
      }),
      { numRuns: 30 },
    )
  })

  test('periods of a subscription that ends tile up to its exact end', () => {
    fc.assert(
      fc.property(endless, somewhere, fc.boolean(), (terms, position, byDay) => {
        const whole = fiftyYears(terms)
        const before = within({ ...whole, start: whole.start.add({ hours: 1 }) }, position)
        const lastDay = before.toZonedDateTimeISO(terms.timeZone).toPlainDate()
        const ended = { ...terms, end: byDay ? { lastDay } : { before } }
        const end = byDay ? startOfDay(lastDay.add({ days: 1 }), terms.timeZone) : before
        const periods = periodsBetween(ended, {
          start: whole.start,
          end: end.add({ hours: 9_999 }),
        })
        expectTiles(periods, { start: whole.start, end })
        expect(periods.at(-1)?.end.toString()).toBe(end.toString())
        expect(periodAt(ended, end)).toBeUndefined()
      }),
    )
  })

  test('an instant is in one period, whichever way it is asked for', () => {
    fc.assert(
      fc.property(endless, somewhere, (terms, position) => {
        const at = within(fiftyYears(terms), position)
        const found = periodAt(terms, at)
        expect(found && intersect(found, nanosecondAt(at))).toEqual(nanosecondAt(at))
        expect(periodsBetween(terms, nanosecondAt(at))).toEqual([found])
        expect(periodByIndex(terms, found?.index ?? 0)).toEqual(found)
      }),
    )
  })

  test('only the first period is a stub, and never longer than a full one', () => {
    fc.assert(
      fc.property(endless, fc.integer({ min: 1, max: 300 }), (terms, index) => {
        const first = periodByIndex(terms, 0)
        const later = periodByIndex(terms, index)
        // Undefined for the one day that some zones skipped, in a cycle of single days.
        expect(first?.end).toEqual(first?.full.end)
        expect(first === undefined || first.daysCovered <= first.daysFull).toBe(true)
        expect(later && intersect(later, later.full)).toEqual(later?.full)
      }),
    )
  })

  test('a monthly period starts on the billing day, or on the last day of a shorter month', () => {
    const monthly = endless.map((terms): PeriodTerms => ({ ...terms, cycle: { kind: 'monthly' } }))
    fc.assert(
      fc.property(monthly, fc.integer({ min: 0, max: 600 }), (terms, index) => {
        const { full } = period(terms, index)
        const local = full.start.toZonedDateTimeISO(terms.timeZone).toPlainDate()
        const wanted = terms.billingDay ?? (terms.anchorDate ?? terms.startDate).day
        const expected = local.with({ day: Math.min(wanted, local.daysInMonth) })
        expect(startOfDay(expected, terms.timeZone).toString()).toBe(full.start.toString())
      }),
    )
  })

  test('the days of any windows that tile a period sum to the days of the period', () => {
    const cuts = fc.array(somewhere, { maxLength: 6 })
    fc.assert(
      fc.property(endless, somewhere, cuts, (terms, position, inside) => {
        const found = periodAt(terms, within(fiftyYears(terms), position))
        if (found === undefined) throw new Error('every instant after the start is in a period')
        const ends = [...inside.toSorted((a, b) => a - b), 1_000_000].map((cut) =>
          within(found, cut),
        )
        const windows = ends.map((end, which) => ({ start: ends[which - 1] ?? found.start, end }))
        const days = windows.map((window) => countDays(window, terms.timeZone))
        expect(days.reduce((total, each) => total + each, 0)).toBe(found.daysCovered)
      }),
    )
  })

  test('a subscription continued by another the next day bills every day once', () => {
    fc.assert(
      fc.property(timeZone, date, fc.integer({ min: 0, max: 4_000 }), (zone, startDate, length) => {
        const lastDay = startDate.add({ days: length })
        const shared = {
          timeZone: zone,
          cycle: { kind: 'monthly' } as const,
          billingDay: startDate.day,
        }
        const first: PeriodTerms = { ...shared, startDate, end: { lastDay } }
        const second: PeriodTerms = { ...shared, startDate: lastDay.add({ days: 1 }), end: null }
        const cut = periodsBetween(first, fiftyYears(first)).at(-1)
        const stub = period(second, 0)
        const isCutByBoth = cut?.full.start.equals(stub.full.start)
        const billed = (cut?.daysCovered ?? 0) + (isCutByBoth ? stub.daysCovered : 0)
        expect(billed).toBe(cut?.daysFull)
      }),
    )
  })
})
