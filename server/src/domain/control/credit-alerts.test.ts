import { expect, test } from 'vitest'
import { decimal } from '../money.ts'
import { fallsOf, noticeAt } from './credit-alerts.ts'

const watched = {
  customerId: 'acme',
  lowAmount: decimal('10'),
  isPrepaid: true,
  budgets: [{ id: 'budget', amount: decimal('5') }],
}
const reached = (available: string, fields: Partial<typeof watched> = {}) =>
  fallsOf(decimal(available), { ...watched, ...fields })
    .filter(({ isBelow }) => isBelow)
    .map(({ kind }) => kind)

test.each([
  { available: '10.01', falls: [] },
  { available: '10', falls: [] },
  { available: '9.99', falls: ['low'] },
  { available: '5', falls: ['low'] },
  { available: '4.99', falls: ['low', 'budget'] },
  { available: '0.01', falls: ['low', 'budget'] },
  { available: '0', falls: ['low', 'depleted', 'budget'] },
  { available: '-3', falls: ['low', 'depleted', 'budget'] },
])('with $available available: $falls', ({ available, falls }) => {
  expect(reached(available)).toEqual(falls)
})

test('a customer without credit of its own falls below budgets alone', () => {
  expect(reached('-1', { isPrepaid: false })).toEqual(['budget'])
})

test('an amount of 0 and none are never low', () => {
  for (const lowAmount of [null, decimal('0')]) {
    expect(fallsOf(decimal('-1'), { ...watched, lowAmount }).map(({ kind }) => kind)).toEqual([
      'depleted',
      'budget',
    ])
  }
})

test.each([
  { now: '2026-03-16T23:59:59Z', days: undefined },
  { now: '2026-03-17T00:00:00Z', days: 14 },
  { now: '2026-03-27T23:59:59Z', days: 14 },
  { now: '2026-03-28T00:00:00Z', days: 3 },
  { now: '2026-03-30T23:59:59Z', days: 3 },
  { now: '2026-03-31T00:00:00Z', days: undefined },
])('credit until 31 March is announced at $now: $days', ({ now, days }) => {
  const grant = { effectiveAt: new Date('2026-01-01'), expiresAt: new Date('2026-03-31') }
  expect(noticeAt(grant, new Date(now))).toBe(days)
})

test('credit that was given within the notice is not announced as old', () => {
  const given = (day: string) =>
    noticeAt(
      { effectiveAt: new Date(day), expiresAt: new Date('2026-03-31') },
      new Date('2026-03-29'),
    )
  expect(given('2026-03-20')).toBe(3)
  expect(given('2026-03-28')).toBeUndefined()
  const endless = { effectiveAt: new Date('2026-01-01'), expiresAt: null }
  expect(noticeAt(endless, new Date('2026-03-29'))).toBeUndefined()
})
