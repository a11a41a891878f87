import { expect, test } from 'vitest'
import { holderInWords, limitInWords } from './in-words.ts'

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
