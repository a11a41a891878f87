import { expect, test } from 'vitest'
import { NO_BUDGET, problemsOf, quartersOf, termsOf, toBody, toUpdate } from './budget-values.ts'

const CUSTOMER = '0193a8f0-0000-7000-8000-000000000001'

test('only selected values are sent, as typed', () => {
  const typed = {
    ...NO_BUDGET,
    name: ' Daily ',
    amount: ' 5.00 ',
    hours: '5',
    customerId: CUSTOMER,
  }
  expect(toBody(typed)).toEqual({
    name: 'Daily',
    measure: 'cost',
    amount: '5.00',
    period: 'day',
    action: 'block',
    onUnknownCost: 'hold',
    thresholds: ['80', '100'],
  })
  expect(
    toBody({ ...typed, measure: 'quantity', period: 'rolling', holder: 'one', thresholds: '' }),
  ).toEqual({
    name: 'Daily',
    measure: 'quantity',
    amount: '5.00',
    period: 'rolling',
    rollingQuarters: 20,
    customerId: CUSTOMER,
    action: 'block',
    thresholds: [],
  })
})

test('a budget that all customers share only alerts', () => {
  const shared = { ...NO_BUDGET, name: 'All', amount: '9', holder: 'all' } as const
  expect(toBody(shared)).toMatchObject({ isPerCustomer: false, action: 'alert' })
})

test.each([
  ['5', 20],
  [' 0.25 ', 1],
  ['168', 672],
  ['8760', 35_040],
])('a window of %j hours has %d quarters', (hours, quarters) => {
  expect(quartersOf(hours)).toBe(quarters)
})

test.each(['', '0', '0.1', '-5', '8761', 'five', '1e2'])('%j is no window', (hours) => {
  expect(problemsOf({ ...NO_BUDGET, period: 'rolling', hours })).toHaveProperty('hours')
  expect(problemsOf({ ...NO_BUDGET, period: 'day', hours })).toEqual({})
})

test('a budget of one customer needs that customer', () => {
  expect(problemsOf({ ...NO_BUDGET, holder: 'one' })).toHaveProperty('customerId')
})

test('the terms of a budget are edited with all their digits', () => {
  const budget = {
    name: 'Daily',
    measure: 'cost',
    amount: '0.0000001',
    action: 'alert',
    onUnknownCost: 'block',
    thresholds: ['50', '99.5'],
  } as const
  const terms = termsOf({ ...budget, thresholds: [...budget.thresholds] } as never)
  expect(terms).toEqual({ ...budget, measure: undefined, thresholds: '50, 99.5' })
  expect(toUpdate({ ...terms, thresholds: '90%; 100' }, budget)).toEqual({
    name: 'Daily',
    amount: '0.0000001',
    action: 'alert',
    onUnknownCost: 'block',
    thresholds: ['90', '100'],
  })
  expect(toUpdate(terms, { measure: 'quantity' })).not.toHaveProperty('onUnknownCost')
})
