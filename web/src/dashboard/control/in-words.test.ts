import { expect, test } from 'vitest'
import { decisionInWords, holderInWords, limitInWords } from './in-words.ts'

const DAY = { period: 'day', rollingQuarters: null } as const

test.each([
  [{ measure: 'cost', amount: '5', ...DAY }, '$5.00 a day'],
  [{ measure: 'cost', amount: '0.0000125', ...DAY }, '$0.0000125 a day'],
  [{ measure: 'quantity', amount: '1', ...DAY, period: 'month' }, '1 unit a month'],
  [{ measure: 'quantity', amount: '1000', ...DAY, period: 'run' }, '1,000 units each run'],
  [
    { measure: 'cost', amount: '9', period: 'rolling', rollingQuarters: 20 },
    '$9.00 in any 5 hours',
  ],
  [
    { measure: 'cost', amount: '9', period: 'rolling', rollingQuarters: 1 },
    '$9.00 in any 0.25 hours',
  ],
  [{ measure: 'cost', amount: '9', period: 'rolling', rollingQuarters: 4 }, '$9.00 in any 1 hour'],
  [
    { measure: 'cost', amount: '9', period: 'rolling', rollingQuarters: 672 },
    '$9.00 in any 7 days',
  ],
] as const)('a limit of %j is %s', (budget, words) => {
  expect(limitInWords(budget)).toBe(words)
})

test.each([
  [{ customerId: 'c', isPerCustomer: true }, 'Acme'],
  [{ customerId: null, isPerCustomer: true }, 'Each customer'],
  [{ customerId: null, isPerCustomer: false }, 'All customers together'],
])('a budget of %j is that of %s', (budget, words) => {
  expect(holderInWords(budget, 'Acme')).toBe(words)
})

const FIGURES = {
  measure: 'cost',
  reason: 'budget_exceeded',
  limit: '5',
  spent: '4.62',
  held: '0.4',
  asked: '0.4',
  uncostedEvents: 0,
} as const

test.each([
  [FIGURES, '$4.62 spent + $0.40 held + $0.40 asked > $5.00'],
  [{ ...FIGURES, asked: '0.0000001' }, '$4.62 spent + $0.40 held + $0.0000001 asked > $5.00'],
  [
    { ...FIGURES, measure: 'quantity', limit: '1000', spent: '999', held: '1', asked: '2' },
    '999 spent + 1 held + 2 asked > 1,000 units',
  ],
  [{ ...FIGURES, reason: 'unknown_cost', uncostedEvents: 1 }, '1 event has no known cost'],
  [{ ...FIGURES, reason: 'unknown_cost', uncostedEvents: 1200 }, '1,200 events have no known cost'],
] as const)('a decision is explained by its figures: %j', (decision, words) => {
  expect(decisionInWords(decision)).toBe(words)
})
