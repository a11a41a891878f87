import { expect, test } from 'vitest'
import { bucketDays } from './grouping.ts'

const CHART = { startDate: '2026-01-15', endDate: '2026-03-10' }

test.each([
  ['2026-02-03', 'daily', '2026-02-03', '2026-02-03'],
  ['2026-02-02', 'weekly', '2026-02-02', '2026-02-08'],
  ['2026-02-01', 'monthly', '2026-02-01', '2026-02-28'],
  ['2026-01-12', 'weekly', '2026-01-15', '2026-01-18'],
  ['2026-03-01', 'monthly', '2026-03-01', '2026-03-10'],
] as const)('a bucket from %s, %s, has the days from %s to %s', (first, by, startDate, endDate) => {
  expect(bucketDays(first, by, CHART)).toEqual({ startDate, endDate })
})
