import { expect, test } from 'vitest'
import { decimal } from '../money.ts'
import { alertWindowStart, reachedBy, untilNextAlert } from './alerts.ts'
import { windowAt } from './window.ts'

const budget = {
  measure: 'cost',
  amount: decimal('5'),
  action: 'block',
  onUnknownCost: 'hold',
  thresholds: [decimal('80'), decimal('100')],
} as const
const use = (spent: string) => ({ spent: decimal(spent), held: decimal('3'), uncostedEvents: 0 })

test.each([
  { spent: '0', reached: [], next: '4' },
  { spent: '3.99', reached: [], next: '0.01' },
  { spent: '4', reached: ['threshold 80'], next: '1' },
  { spent: '5', reached: ['threshold 80', 'threshold 100'], next: '0' },
  { spent: '5.01', reached: ['threshold 80', 'threshold 100', 'exceeded 100'], next: undefined },
])('of a limit of 5 with alerts at 80 and 100, $spent spent reaches $reached', (row) => {
  const reached = reachedBy(budget, use(row.spent))
  expect(reached.map(({ kind, threshold }) => `${kind} ${threshold}`)).toEqual(row.reached)
  expect(untilNextAlert(budget, use(row.spent))?.toFixed()).toBe(row.next)
})

test('a limit of 0 is reached by the first use, and not before', () => {
  const none = { ...budget, amount: decimal('0') }
  expect(reachedBy(none, use('0'))).toEqual([])
  expect(reachedBy(none, use('0.01'))).toHaveLength(3)
})

test('a rolling window alerts once in each slot of its length', () => {
  const terms = { period: 'rolling', rollingQuarters: 20 } as const
  const slotAt = (text: string) => {
    const now = Date.parse(text)
    const window = windowAt(terms, now)
    return window && new Date(alertWindowStart(terms, window, now)).toISOString()
  }
  const first = slotAt('1970-01-01T04:59:59Z')
  expect(first).toBe('1970-01-01T00:00:00.000Z')
  expect(slotAt('1970-01-01T05:00:00Z')).toBe('1970-01-01T05:00:00.000Z')
  expect(slotAt('2026-03-05T12:07:00Z')).toBe(slotAt('2026-03-05T12:29:00Z'))
})

test('other windows alert once in the window itself', () => {
  const terms = { period: 'day', rollingQuarters: null } as const
  const now = Date.parse('2026-03-05T12:07:00Z')
  const window = windowAt(terms, now)
  expect(window && alertWindowStart(terms, window, now)).toBe(Date.parse('2026-03-05'))
})
