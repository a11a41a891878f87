import { expect, test } from 'vitest'
import { firstDayOf } from './ranges.ts'

test('a range ends today and has as many days as its name says, in UTC', () => {
  const now = new Date('2026-03-01T23:59:59Z')
  expect(firstDayOf('1d', now)).toBe('2026-03-01')
  expect(firstDayOf('7d', now)).toBe('2026-02-23')
  expect(firstDayOf('30d', now)).toBe('2026-01-31')
})
