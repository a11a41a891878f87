import { expect, test } from 'vitest'
import { windowAt } from './window.ts'

const text = (time: number | null | undefined) =>
  typeof time === 'number' ? new Date(time).toISOString().slice(0, 16) : null
const at = (terms: Parameters<typeof windowAt>[0], now: string) => {
  const window = windowAt(terms, Date.parse(now))
  return window && [text(window.start), text(window.end), text(window.resetsAt)]
}

test.each([
  {
    period: 'day',
    quarters: null,
    now: '2026-03-31T23:59:59Z',
    window: ['2026-03-31T00:00', '2026-04-01T00:00', '2026-04-01T00:00'],
  },
  {
    period: 'month',
    quarters: null,
    now: '2024-02-29T12:00:00Z',
    window: ['2024-02-01T00:00', '2024-03-01T00:00', '2024-03-01T00:00'],
  },
  {
    period: 'month',
    quarters: null,
    now: '2026-12-31T23:59:59.999Z',
    window: ['2026-12-01T00:00', '2027-01-01T00:00', '2027-01-01T00:00'],
  },
  // Five hours: the quarter in which the window begins counts as a whole.
  {
    period: 'rolling',
    quarters: 20,
    now: '2026-03-05T12:07:00Z',
    window: ['2026-03-05T07:00', null, '2026-03-05T12:15'],
  },
  {
    period: 'rolling',
    quarters: 20,
    now: '2026-03-05T12:15:00Z',
    window: ['2026-03-05T07:15', null, '2026-03-05T12:30'],
  },
  {
    period: 'rolling',
    quarters: 672,
    now: '2026-03-08T00:00:00Z',
    window: ['2026-03-01T00:00', null, '2026-03-08T00:15'],
  },
] as const)('$period of $quarters quarters at $now', ({ period, quarters, now, window }) => {
  expect(at({ period, rollingQuarters: quarters }, now)).toEqual(window)
})

test('a run has no window', () => {
  expect(at({ period: 'run', rollingQuarters: null }, '2026-03-05')).toBeUndefined()
})

test('a billing period is that of the subscription, and the month without one', () => {
  const terms = { period: 'billing_period', rollingQuarters: null } as const
  const period = { start: Date.parse('2026-03-15'), end: Date.parse('2026-04-15') }
  const now = Date.parse('2026-04-01')
  expect(windowAt(terms, now, period)).toEqual({ ...period, resetsAt: period.end })
  expect(text(windowAt(terms, now)?.start)).toBe('2026-04-01T00:00')
})
