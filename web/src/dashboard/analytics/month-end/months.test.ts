import { expect, test } from 'vitest'
import { daysOfMonth, daysSince, lastMonth, listMonths } from './months.ts'

const NOW = new Date('2028-03-01T23:30:00Z')

test('a month ends with its last day, in a leap year too', () => {
  expect(daysOfMonth('2028-02')).toEqual({ startDate: '2028-02-01', endDate: '2028-02-29' })
})

test('months are listed from the current one backwards, across years', () => {
  expect(listMonths(NOW).slice(0, 4)).toEqual(['2028-03', '2028-02', '2028-01', '2027-12'])
  expect(lastMonth(NOW)).toBe('2028-02')
})

test('the days since a month begin after its end and include today', () => {
  const since = { startDate: '2028-03-01', endDate: '2028-03-01' }
  expect(daysSince(daysOfMonth('2028-02'), NOW)).toEqual(since)
  expect(daysSince(daysOfMonth('2028-03'), NOW)).toBeUndefined()
})
