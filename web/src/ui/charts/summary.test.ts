import { expect, test } from 'vitest'
import { formatDay } from '../values/dates.ts'
import { formatCost } from '../values/money.ts'
import type { Series } from './series.ts'
import { summaryOf } from './summary.ts'

const COST: Series = {
  key: 'cost',
  label: 'Cost',
  color: '2',
  format: (value) => formatCost(value),
}

test('a summary names the figures as the API wrote them, to the last digit', () => {
  const points = [
    { at: '2026-03-01', values: { cost: '0.0000125' } },
    { at: '2026-03-02', values: { cost: '12345678901234.0000000001' } },
  ]
  expect(summaryOf({ series: [COST], points, formatAt: formatDay })).toBe(
    'From 1 Mar 2026 to 2 Mar 2026. Cost: highest $12,345,678,901,234.0000000001 (2 Mar 2026), lowest $0.0000125.',
  )
})

test('an unknown figure is reported as missing, not as zero', () => {
  const points = [
    { at: '2026-03-01', values: { cost: null }, missingCount: 412 },
    { at: '2026-03-02', values: { cost: 3 } },
  ]
  const text = summaryOf({ series: [COST], points, formatAt: formatDay, missingLabel: 'events' })
  expect(text).toContain('Cost: $3.00 throughout.')
  expect(text).toContain('Not included: events (1 Mar 2026: 412).')
  const unknown = points.slice(0, 1)
  expect(summaryOf({ series: [COST], points: unknown, formatAt: formatDay })).toContain('unknown')
})
