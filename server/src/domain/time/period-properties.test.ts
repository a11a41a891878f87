import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day, period } from '../test-support.ts'
import {
  countDays,
  type PeriodTerms,
  periodAt,
  periodByIndex,
  periodsBetween,
  startOfDay,
} from './period.ts'
import { intersect, type Range } from './range.ts'

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
