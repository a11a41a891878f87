import { expect, test } from 'vitest'
import { NO_GRANT, problemsOf, toBody } from './grant-values.ts'

test('what is left empty is not sent, and amounts are sent as typed', () => {
  expect(toBody({ ...NO_GRANT, amount: ' 50.10 ' }, 'EUR')).toEqual({
    kind: 'promotional',
    amount: '50.10',
    currency: 'EUR',
  })
})

test('credit is valid until the end of its last day', () => {
  const typed = {
    ...NO_GRANT,
    kind: 'paid',
    amount: '5',
    currency: ' usd ',
    name: ' Bought ',
    effectiveAt: '2026-11-28',
    expiresAt: '2026-12-31',
    priority: ' 0 ',
  } as const
  expect(toBody(typed, 'EUR')).toEqual({
    kind: 'paid',
    amount: '5',
    currency: 'USD',
    name: 'Bought',
    effectiveAt: '2026-11-28',
    expiresAt: '2027-01-01',
    priority: 0,
  })
})

test.each(['', ' ', '0', '100', ' 50 '])('%j is a priority', (priority) => {
  expect(problemsOf({ ...NO_GRANT, amount: '1', priority })).toEqual({})
})

test.each(['101', '-1', '1.5', 'high', '1e1'])('%j is no priority', (priority) => {
  expect(problemsOf({ ...NO_GRANT, amount: '1', priority })).toHaveProperty('priority')
})

test('an amount is needed', () => {
  expect(problemsOf({ ...NO_GRANT, amount: ' ' })).toEqual({ amount: 'Enter an amount' })
})
