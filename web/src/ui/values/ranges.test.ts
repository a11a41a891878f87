import { expect, test } from 'vitest'
import { daysBefore, firstDayOf } from './ranges.ts'

test('a range ends today and has as many days as its name says, in UTC', () => {
  const now = new Date('2026-03-01T23:59:59Z')
  expect(firstDayOf('1d', now)).toBe('2026-03-01')
  expect(firstDayOf('7d', now)).toBe('2026-02-23')
  expect(firstDayOf('30d', now)).toBe('2026-01-31')
})

test('the previous range has the same length and ends the day before', () => {
  expect(daysBefore({ startDate: '2026-11-01', endDate: '2026-11-07' })).toEqual({
    startDate: '2026-10-25',
    endDate: '2026-10-31',
  })
  expect(daysBefore({ startDate: '2026-03-01', endDate: '2026-03-01' })).toEqual({
    startDate: '2026-02-28',
    endDate: '2026-02-28',
  })
})
