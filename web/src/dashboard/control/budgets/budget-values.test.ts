import { expect, test } from 'vitest'
import {
  NO_BUDGET,
  periodOf,
  periodsOf,
  problemsOf,
  quartersOf,
  termsOf,
  toBody,
  toUpdate,
} from './budget-values.ts'

const CUSTOMER = '0193a8f0-0000-7000-8000-000000000001'

test('only selected values are sent, as typed', () => {
  const typed = {
    ...NO_BUDGET,
    name: ' Daily ',
    amount: ' 5.00 ',
    hours: '5',
    customerId: CUSTOMER,
  }
  expect(toBody(typed, 'USD')).toEqual({
    name: 'Daily',
    measure: 'cost',
    amount: '5.00',
    period: 'day',
    action: 'block',
    onUnknownCost: 'hold',
    thresholds: ['80', '100'],
  })
  expect(
    toBody(
      { ...typed, measure: 'quantity', period: 'rolling', holder: 'one', thresholds: '' },
      'USD',
    ),
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
  expect(toBody(shared, 'USD')).toMatchObject({ isPerCustomer: false, action: 'alert' })
})

// What was chosen for another measure does not apply to revenue and margin.
const PRICED = {
  ...NO_BUDGET,
  name: 'Plan',
  amount: '500',
  currency: ' eur ',
  toleratedLoss: ' 10 ',
  period: 'rolling',
  holder: 'all',
  agentId: 'agent',
  signalId: 'signal',
} as const
const SENT = {
  name: 'Plan',
  amount: '500',
  period: 'billing_period',
  agentId: 'agent',
  action: 'block',
  thresholds: ['80', '100'],
}

test('a budget of revenue is sent with its currency, for each customer and billing period', () => {
  const values = { ...PRICED, measure: 'revenue' } as const
  expect(problemsOf(values)).toEqual({})
  expect(toBody(values, 'USD')).toEqual({ ...SENT, measure: 'revenue', currency: 'EUR' })
  expect(toBody({ ...values, currency: ' ' }, 'GBP')).toMatchObject({ currency: 'GBP' })
})

test('a budget of margin is sent with the loss that is tolerated', () => {
  const values = { ...PRICED, measure: 'margin', amount: '40' } as const
  expect(toBody(values, 'EUR')).toEqual({
    ...SENT,
    measure: 'margin',
    amount: '40',
    toleratedLoss: '10',
    onUnknownCost: 'hold',
  })
  expect(problemsOf({ ...values, toleratedLoss: ' ' })).toHaveProperty('toleratedLoss')
  expect(problemsOf({ ...values, toleratedLoss: '0' })).toEqual({})
})

test('a budget that all customers share has a period that they have at the same time', () => {
  const shared = { ...NO_BUDGET, holder: 'all' } as const
  expect(periodsOf(shared)).toEqual(['day', 'month', 'rolling'])
  expect(periodOf({ ...shared, period: 'run' })).toBe('day')
  expect(periodOf({ ...shared, period: 'month' })).toBe('month')
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
    toleratedLoss: null,
    action: 'alert',
    onUnknownCost: 'block',
    thresholds: ['50', '99.5'],
  } as const
  const terms = termsOf({ ...budget, thresholds: [...budget.thresholds] } as never)
  expect(terms).toEqual({
    ...budget,
    measure: undefined,
    toleratedLoss: '',
    thresholds: '50, 99.5',
  })
  expect(toUpdate({ ...terms, thresholds: '90%; 100' }, budget)).toEqual({
    name: 'Daily',
    amount: '0.0000001',
    action: 'alert',
    onUnknownCost: 'block',
    thresholds: ['90', '100'],
  })
  expect(toUpdate(terms, { measure: 'quantity' })).not.toHaveProperty('onUnknownCost')
  const margin = termsOf({ ...budget, toleratedLoss: '10.50', thresholds: [] } as never)
  expect(toUpdate(margin, { measure: 'margin' })).toMatchObject({
    toleratedLoss: '10.5',
    onUnknownCost: 'block',
  })
})
