import { expect, test } from 'vitest'
import { limitInWords, usedInWords } from './budget-words.ts'

const LIMIT = {
  measure: 'revenue',
  currency: 'EUR',
  amount: '500',
  period: 'billing_period',
  action: 'block',
  isActive: true,
} as const

test.each([
  [LIMIT, 'Stops work at €500.00 a billing period'],
  [{ ...LIMIT, action: 'alert' }, 'Tells you at €500.00 a billing period'],
  [{ ...LIMIT, isActive: false }, 'Switched off: €500.00 a billing period'],
  [
    { ...LIMIT, measure: 'quantity', currency: null, amount: '1000', period: 'day' },
    'Stops work at 1,000 units a day',
  ],
] as const)('a limit in words: %j', (budget, words) => {
  expect(limitInWords(budget)).toBe(words)
})

const USED = { spent: '120.5', held: '0', remaining: '379.5', resetsAt: null }
const UNITS = { measure: 'quantity', currency: null } as const

test.each([
  [{ ...LIMIT, used: USED }, '€120.50 used, €379.50 left'],
  [
    { ...LIMIT, used: { ...USED, held: '4', resetsAt: '2026-12-01T00:00:00.000Z' } },
    '€120.50 used, €4.00 reserved, €379.50 left until 1 Dec 2026',
  ],
  [{ ...LIMIT, used: { ...USED, remaining: '-3.25' } }, '€120.50 used, €3.25 over the limit'],
  [{ ...UNITS, used: { ...USED, spent: '1', remaining: '1' } }, '1 unit used, 1 unit left'],
  [{ ...LIMIT, used: null }, 'You have no subscription in this currency, so nothing counts yet.'],
] as const)('what is used, in words: %j', (budget, words) => {
  expect(usedInWords(budget)).toBe(words)
})
