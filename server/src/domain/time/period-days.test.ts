import { describe, expect, test } from 'vitest'
import { day, instant, period, scheduleFrom } from '../test-support.ts'
import { countDays } from './period.ts'
import { intersect } from './range.ts'

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
    const found = period(
      scheduleFrom({ start, billingDay, end, timeZone: 'America/New_York' }),
      index,
    )
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
    const march = period(scheduleFrom({ start: '2025-03-01', timeZone }), 0)
    const window = { start: instant(start), end: instant(end) }
    const covered = intersect(window, march)
    expect(covered ? countDays(covered, timeZone) : 0).toBe(days)
  })
})
