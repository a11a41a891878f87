import { expect, test } from 'vitest'
import { kindInWords, lastDayOf, movementInWords } from './credit-words.ts'

test.each([
  ['2027-01-01T00:00:00.000Z', '2026-12-31'],
  ['2027-01-01T00:00:00.001Z', '2027-01-01'],
  ['2026-11-28T14:03:22.000Z', '2026-11-28'],
  ['2024-03-01T00:00:00.000Z', '2024-02-29'],
])('credit that expires at %s is valid until %s', (expiresAt, day) => {
  expect(lastDayOf(expiresAt)).toBe(day)
})

test('credit without an expiry has no last day', () => {
  expect(lastDayOf(null)).toBeNull()
})

test('a kind and a movement of a later version keep their names', () => {
  expect(kindInWords('promotional')).toBe('Promotional')
  expect(kindInWords('loaned')).toBe('loaned')
  expect(movementInWords('used')).toBe('Used by')
  expect(movementInWords('moved')).toBe('moved')
})
