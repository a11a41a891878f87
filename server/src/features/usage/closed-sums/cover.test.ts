import { expect, test } from 'vitest'
import { coverOf, hasWholeMonth, packedOf } from './cover.ts'

const dates = (startDate: string, endDate: string) => ({ startDate, endDate })

test('takes whole closed months, then closed days, and returns the rest in as few ranges as possible', () => {
  const closed = {
    months: ['2026-01-01', '2026-02-01', '2026-04-01'],
    days: ['2026-01-31', '2026-02-10', '2026-03-01', '2026-03-03', '2026-05-02'],
  }
  expect(coverOf(dates('2026-01-30', '2026-05-02'), closed)).toEqual({
    months: ['2026-02-01', '2026-04-01'],
    days: ['2026-01-31', '2026-03-01', '2026-03-03', '2026-05-02'],
    rest: [
      dates('2026-01-30', '2026-01-30'),
      dates('2026-03-02', '2026-03-02'),
      dates('2026-03-04', '2026-03-31'),
      dates('2026-05-01', '2026-05-01'),
    ],
  })
})

test('a month that ends a day later than the window is not taken', () => {
  const closed = { months: ['2026-02-01'], days: [] }
  const window = dates('2026-02-01', '2026-02-27')
  expect(coverOf(window, closed)).toEqual({ months: [], days: [], rest: [window] })
})

test('packed months are used when at least half of their days are requested', () => {
  const months = ['2026-02-01', '2026-01-01', '2026-04-01', '2026-06-01']
  const asked = [dates('2025-12-30', '2026-02-13'), dates('2026-03-31', '2026-04-14')]
  expect(packedOf(asked, months)).toEqual({
    packed: ['2026-01-01', '2026-04-01'],
    rest: [
      dates('2025-12-30', '2025-12-31'),
      dates('2026-02-01', '2026-02-13'),
      dates('2026-03-31', '2026-03-31'),
    ],
  })
  const twice = [dates('2026-02-01', '2026-02-07'), dates('2026-02-22', '2026-03-01')]
  expect(packedOf(twice, months)).toEqual({
    packed: ['2026-02-01'],
    rest: [dates('2026-03-01', '2026-03-01')],
  })
  expect(packedOf([dates('2026-03-01', '2026-03-31')], months)).toEqual({
    packed: [],
    rest: [dates('2026-03-01', '2026-03-31')],
  })
  expect(packedOf([], months)).toEqual({ packed: [], rest: [] })
})

test.each([
  ['2026-02-01', '2026-02-28', true],
  ['2026-02-01', '2026-02-27', false],
  ['2026-02-02', '2026-03-30', false],
  ['2026-02-02', '2026-03-31', true],
  ['2025-12-31', '2026-01-31', true],
])('a range from %s to %s contains a whole month or not', (startDate, endDate, expected) => {
  expect(hasWholeMonth({ startDate, endDate })).toBe(expected)
})
