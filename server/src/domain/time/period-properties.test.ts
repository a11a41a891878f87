import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day, period } from '../test-support.ts'
import {
  countDays,
  type PeriodSchedule,
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
  const endless: fc.Arbitrary<PeriodSchedule> = fc.oneof(
    fc.record(fields),
    fc.record({ ...fields, anchorDate: date }),
  )
  /** A position in a range, in millionths of its length. */
  const somewhere = fc.integer({ min: 0, max: 1_000_000 })

  const fiftyYears = ({ startDate, timeZone: zone }: PeriodSchedule): Range => ({
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
      fc.property(endless, (schedule) => {
        const whole = fiftyYears(schedule)
        const periods = periodsBetween(schedule, whole)
        expectTiles(periods, whole)
        expect(Temporal.Instant.compare(periods.at(-1)?.end ?? whole.start, whole.end)).not.toBe(-1)
      }),
    )
  })

  test('two years of cycles of a few days tile as well', () => {
    const few = fc.integer({ min: 1, max: 4 }).map((days) => ({ kind: 'custom', days }) as const)
    fc.assert(
      fc.property(endless, few, (anyTerms, days) => {
        const schedule = { ...anyTerms, cycle: days }
        const { start } = fiftyYears(schedule)
        const end = startOfDay(schedule.startDate.add({ days: 730 }), schedule.timeZone)
        const periods = periodsBetween({ ...schedule, end: { before: end } }, { start, end })
        expectTiles(periods, { start, end })
      }),
      { numRuns: 30 },
    )
  })

  test('periods of a subscription that ends tile up to its exact end', () => {
    fc.assert(
      fc.property(endless, somewhere, fc.boolean(), (schedule, position, byDay) => {
        const whole = fiftyYears(schedule)
        const before = within({ ...whole, start: whole.start.add({ hours: 1 }) }, position)
        const lastDay = before.toZonedDateTimeISO(schedule.timeZone).toPlainDate()
        const ended = { ...schedule, end: byDay ? { lastDay } : { before } }
        const end = byDay ? startOfDay(lastDay.add({ days: 1 }), schedule.timeZone) : before
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
      fc.property(endless, somewhere, (schedule, position) => {
        const at = within(fiftyYears(schedule), position)
        const found = periodAt(schedule, at)
        expect(found && intersect(found, nanosecondAt(at))).toEqual(nanosecondAt(at))
        expect(periodsBetween(schedule, nanosecondAt(at))).toEqual([found])
        expect(periodByIndex(schedule, found?.index ?? 0)).toEqual(found)
      }),
    )
  })

  test('only the first period is a stub, and never longer than a full one', () => {
    fc.assert(
      fc.property(endless, fc.integer({ min: 1, max: 300 }), (schedule, index) => {
        const first = periodByIndex(schedule, 0)
        const later = periodByIndex(schedule, index)
        // Undefined if a cycle of single days has its period on a day that the time zone skipped.
        expect(first?.end).toEqual(first?.full.end)
        expect(first === undefined || first.daysCovered <= first.daysFull).toBe(true)
        expect(later && intersect(later, later.full)).toEqual(later?.full)
      }),
    )
  })

  test('a monthly period starts on the billing day, or on the last day of a shorter month', () => {
    const monthly = endless.map(
      (schedule): PeriodSchedule => ({ ...schedule, cycle: { kind: 'monthly' } }),
    )
    fc.assert(
      fc.property(monthly, fc.integer({ min: 0, max: 600 }), (schedule, index) => {
        const { full } = period(schedule, index)
        const local = full.start.toZonedDateTimeISO(schedule.timeZone).toPlainDate()
        const wanted = schedule.billingDay ?? (schedule.anchorDate ?? schedule.startDate).day
        const expected = local.with({ day: Math.min(wanted, local.daysInMonth) })
        expect(startOfDay(expected, schedule.timeZone).toString()).toBe(full.start.toString())
      }),
    )
  })

  test('the days of any windows that tile a period sum to the days of the period', () => {
    const cuts = fc.array(somewhere, { maxLength: 6 })
    fc.assert(
      fc.property(endless, somewhere, cuts, (schedule, position, inside) => {
        const found = periodAt(schedule, within(fiftyYears(schedule), position))
        if (found === undefined) throw new Error('every instant after the start is in a period')
        const ends = [...inside.toSorted((a, b) => a - b), 1_000_000].map((cut) =>
          within(found, cut),
        )
        const windows = ends.map((end, which) => ({ start: ends[which - 1] ?? found.start, end }))
        const days = windows.map((window) => countDays(window, schedule.timeZone))
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
        const first: PeriodSchedule = { ...shared, startDate, end: { lastDay } }
        const second: PeriodSchedule = { ...shared, startDate: lastDay.add({ days: 1 }), end: null }
        const cut = periodsBetween(first, fiftyYears(first)).at(-1)
        const stub = period(second, 0)
        const isCutByBoth = cut?.full.start.equals(stub.full.start)
        const billed = (cut?.daysCovered ?? 0) + (isCutByBoth ? stub.daysCovered : 0)
        expect(billed).toBe(cut?.daysFull)
      }),
    )
  })
})
