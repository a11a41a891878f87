import { expect, test } from 'vitest'
import { coverOf, hasWholeMonth } from './cover.ts'

const dates = (startDate: string, endDate: string) => ({ startDate, endDate })

test('takes whole closed months, then closed days, and returns the rest in as few ranges as possible', () => {
  const closed = {
    months: ['2026-01-01', '2026-02-01', '2026-04-01'],
    days: ['2026-01-31', '2026-02-10', '2026-03-01', '2026-03-03', '2026-05-02'],
  }
  expect(coverOf(dates('2026-01-30', '2026-05-02'), closed)).toEqual({
    months: ['2026-02-01', '2026-04-01'],
    plus: [],
    minus: [],
    days: ['2026-01-31', '2026-03-01', '2026-03-03', '2026-05-02'],
    rest: [
      dates('2026-01-30', '2026-01-30'),
      dates('2026-03-02', '2026-03-02'),
      dates('2026-03-04', '2026-03-31'),
      dates('2026-05-01', '2026-05-01'),
    ],
  })
})

test('parts of months are differences of days to date, and later days are taken by day', () => {
  const toDate = [
    '2026-01-02',
    '2026-01-10',
    '2026-01-30',
    '2026-02-27',
    '2026-03-02',
    '2026-03-03',
  ]
  const closed = {
    months: ['2026-02-01'],
    toDate,
    days: ['2026-01-30', '2026-03-03', '2026-03-05'],
  }
  expect(coverOf(dates('2026-01-15', '2026-03-06'), closed)).toEqual({
    months: ['2026-02-01'],
    plus: ['2026-01-30', '2026-03-03'],
    minus: ['2026-01-10'],
    days: ['2026-03-05'],
    rest: [
      dates('2026-01-31', '2026-01-31'),
      dates('2026-03-04', '2026-03-04'),
      dates('2026-03-06', '2026-03-06'),
    ],
  })
})

test.each([
  ['2026-01-11', '2026-01-29', { plus: [], minus: [], rest: [dates('2026-01-11', '2026-01-29')] }],
  ['2026-01-11', '2026-01-30', { plus: ['2026-01-30'], minus: ['2026-01-10'], rest: [] }],
  ['2026-01-01', '2026-01-10', { plus: ['2026-01-10'], minus: [], rest: [] }],
  ['2026-01-10', '2026-01-10', { plus: ['2026-01-10'], minus: [], rest: [] }],
  ['0001-01-01', '9999-12-31', { plus: ['2026-01-30'], minus: [] }],
])('from %s to %s, no day before or after the window is included', (start, end, expected) => {
  const closed = { months: [], toDate: ['2026-01-10', '2026-01-30'], days: [] }
  expect(coverOf(dates(start, end), closed)).toMatchObject(expected)
})

test('a month that ends a day later than the window is not taken', () => {
  const closed = { months: ['2026-02-01'], days: [] }
  const window = dates('2026-02-01', '2026-02-27')
  expect(coverOf(window, closed)).toMatchObject({ months: [], days: [], rest: [window] })
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
