import { expect, test } from 'vitest'
import { decisionInWords, figureInWords, holderInWords, limitInWords } from './in-words.ts'

const DAY = { period: 'day', rollingQuarters: null, currency: 'USD' } as const
const PERIOD = { ...DAY, period: 'billing_period' } as const

test.each([
  [{ measure: 'cost', amount: '5', ...DAY }, '$5.00 a day'],
  [{ measure: 'cost', amount: '0.0000125', ...DAY }, '$0.0000125 a day'],
  [{ measure: 'quantity', amount: '1', ...DAY, period: 'month' }, '1 unit a month'],
  [{ measure: 'quantity', amount: '1000', ...DAY, period: 'run' }, '1,000 units each run'],
  [
    { measure: 'cost', amount: '9', ...DAY, period: 'rolling', rollingQuarters: 20 },
    '$9.00 in any 5 hours',
  ],
  [
    { measure: 'cost', amount: '9', ...DAY, period: 'rolling', rollingQuarters: 1 },
    '$9.00 in any 0.25 hours',
  ],
  [
    { measure: 'cost', amount: '9', ...DAY, period: 'rolling', rollingQuarters: 4 },
    '$9.00 in any 1 hour',
  ],
  [
    { measure: 'cost', amount: '9', ...DAY, period: 'rolling', rollingQuarters: 672 },
    '$9.00 in any 7 days',
  ],
  [
    { measure: 'revenue', amount: '500', ...PERIOD, currency: 'EUR' },
    'Revenue of €500.00 a billing period',
  ],
  [
    { measure: 'revenue', amount: '0', ...PERIOD, currency: 'JPY' },
    'Revenue of ¥0 a billing period',
  ],
  [{ measure: 'margin', amount: '37.5', ...PERIOD }, 'Margin of 37.5% a billing period'],
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

test.each([
  ['cost', 'USD', '4.6200001', '$4.6200001'],
  ['quantity', null, '1', '1 unit'],
  ['quantity', null, '-1000', '−1,000 units'],
  ['revenue', 'JPY', '490', '¥490'],
  ['revenue', 'EUR', '-0.5', '−€0.50'],
  // What may be and was spent, not the percentage.
  ['margin', 'USD', '61', '$61.00'],
] as const)('a figure of a %s in %s, %s, is %s', (measure, currency, figure, words) => {
  expect(figureInWords({ measure, currency }, figure)).toBe(words)
})

const FIGURES = {
  measure: 'cost',
  currency: 'USD',
  reason: 'budget_exceeded',
  limit: '5',
  spent: '4.62',
  held: '0.4',
  asked: '0.4',
  available: null,
  reserve: null,
  uncostedEvents: 0,
} as const

test.each([
  [FIGURES, '$4.62 spent + $0.40 held + $0.40 asked > $5.00'],
  [{ ...FIGURES, asked: '0.0000001' }, '$4.62 spent + $0.40 held + $0.0000001 asked > $5.00'],
  [
    {
      ...FIGURES,
      measure: 'quantity',
      currency: null,
      limit: '1000',
      spent: '999',
      held: '1',
      asked: '2',
    },
    '999 spent + 1 held + 2 asked > 1,000 units',
  ],
  [
    { ...FIGURES, measure: 'margin', limit: '-2' },
    '$4.62 spent + $0.40 held + $0.40 asked > −$2.00',
  ],
  [
    {
      ...FIGURES,
      measure: 'revenue',
      currency: 'EUR',
      limit: '500',
      spent: '480',
      held: '0',
      asked: '40',
    },
    '€480.00 spent + €0.00 held + €40.00 asked > €500.00',
  ],
  [
    {
      ...FIGURES,
      measure: 'credit',
      currency: 'EUR',
      limit: '20',
      spent: '7.6',
      held: '0.99',
      asked: '15',
      available: '12.4',
      reserve: '0',
    },
    '€12.40 available − €0.99 held − €15.00 asked < €0.00',
  ],
  [
    {
      ...FIGURES,
      measure: 'credit',
      reason: 'negative_credit',
      limit: '-30',
      available: '-30',
      reserve: '0',
    },
    '−$30.00 of credit is left',
  ],
  [{ ...FIGURES, reason: 'unknown_cost', uncostedEvents: 1 }, '1 event has no known cost'],
  [{ ...FIGURES, reason: 'unknown_cost', uncostedEvents: 1200 }, '1,200 events have no known cost'],
] as const)('a decision is explained by its figures: %j', (decision, words) => {
  expect(decisionInWords(decision)).toBe(words)
})
