import { expect, test } from 'vitest'
import { costInWords, periodInWords } from './cost-in-words.ts'

const customer = (name: string, totalCost: number, isUnassigned = false) => ({
  customerName: name,
  customerExternalId: isUnassigned ? null : name,
  totalCost,
})
const known = { totalEvents: 3, uncostedEvents: 0 }

test.each([
  [[customer('Acme', 412)], 412, 'Acme cost $412.00 in the last hour'],
  [
    [customer('Acme', 0.0065), customer('Globex', 400)],
    400.0065,
    'Your agents cost $400.0065 in the last hour, $400.00 of it for Globex',
  ],
  [[customer('Unassigned', 2, true)], 2, 'Work without a customer cost $2.00 in the last hour'],
  [
    [customer('Unassigned', 2, true), customer('Acme', 1)],
    3,
    'Your agents cost $3.00 in the last hour, $2.00 of it for work without a customer',
  ],
])('says whose work cost how much', (byCustomer, totalCost, words) => {
  expect(costInWords({ ...known, totalCost, byCustomer }, 'in the last hour')).toBe(words)
})

test('says that no cost is known instead of an amount of zero', () => {
  const unknown = { totalCost: 0, totalEvents: 2, uncostedEvents: 2 }
  expect(costInWords({ ...unknown, byCustomer: [customer('Acme', 0)] }, '')).toBe('No cost yet')
})

test.each([
  ['2026-11-21T14:03:00Z', 'in the last hour'],
  ['2026-11-21T13:59:00Z', 'since 21 Nov 2026, 13:59 UTC'],
])('names the time since the first event of %s', (first, words) => {
  expect(periodInWords(first, new Date('2026-11-21T15:00:00Z'), 'utc')).toBe(words)
})
