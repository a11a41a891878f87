import { expect, test } from 'vitest'
import { jumpFrom } from './jumps.ts'

test('a day and a month later are calendar steps, at the same time of day', () => {
  expect(jumpFrom('2027-12-31T12:30:00.000Z', 'day')).toBe('2028-01-01T12:30:00.000Z')
  expect(jumpFrom('2027-12-15T12:30:00.000Z', 'month')).toBe('2028-01-15T12:30:00.000Z')
})

test('a month after the last day of a long month is the last day of a short one', () => {
  expect(jumpFrom('2028-01-31T00:00:00.000Z', 'month')).toBe('2028-02-29T00:00:00.000Z')
  expect(jumpFrom('2027-08-31T00:00:00.000Z', 'month')).toBe('2027-09-30T00:00:00.000Z')
})
