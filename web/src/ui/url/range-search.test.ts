import { expect, test } from 'vitest'
import { RANGE_READERS, rangeOf, withoutDefault } from './range-search.ts'
import { readSearch } from './search-readers.ts'

const TODAY = '2026-03-15'
const read = readSearch(RANGE_READERS)

test('the default is the last 30 days, including today', () => {
  expect(rangeOf(read({}), TODAY)).toEqual({
    preset: '30d',
    startDate: '2026-02-14',
    endDate: TODAY,
  })
  expect(withoutDefault({ range: '30d' }).range).toBeUndefined()
})

test('a preset counts back from today, across months and leap days', () => {
  expect(rangeOf({ range: '7d' }, '2028-03-03').startDate).toBe('2028-02-26')
  expect(rangeOf({ range: '90d' }, TODAY).startDate).toBe('2025-12-16')
})

test('two days are put in ascending order', () => {
  const days = { preset: undefined, startDate: '2026-01-01', endDate: '2026-01-31' }
  expect(rangeOf({ from: '2026-01-01', to: '2026-01-31' }, TODAY)).toEqual(days)
  expect(rangeOf({ from: '2026-01-31', to: '2026-01-01' }, TODAY)).toEqual(days)
  expect(rangeOf({ to: '2026-01-30' }, TODAY).startDate).toBe('2026-01-01')
})

test('an invalid value is dropped', () => {
  expect(rangeOf(read({ range: 'ever', from: '2026-02-31' }), TODAY).preset).toBe('30d')
})
