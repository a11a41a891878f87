import { expect, test } from 'vitest'
import { decimal } from '../money.ts'
import { type BudgetTerms, type BudgetUse, decide, reachedThresholds } from './decide.ts'

const terms = (fields: Partial<BudgetTerms> = {}): BudgetTerms => ({
  measure: 'cost',
  amount: decimal('5'),
  action: 'block',
  onUnknownCost: 'hold',
  ...fields,
})
const use = (spent: string, held = '0', uncostedEvents = 0): BudgetUse => ({
  spent: decimal(spent),
  held: decimal(held),
  uncostedEvents,
})
const ask = (cost: string, quantity = '1') => ({ cost: decimal(cost), quantity: decimal(quantity) })

test.each([
  { spent: '0', held: '0', asked: '5', decision: 'allow' },
  { spent: '4.60', held: '0', asked: '0.40', decision: 'allow' },
  { spent: '4.20', held: '0.40', asked: '0.40', decision: 'allow' },
  { spent: '4.62', held: '0.40', asked: '0.40', decision: 'block' },
  { spent: '4.6000000001', held: '0', asked: '0.40', decision: 'block' },
  { spent: '5', held: '0', asked: '0', decision: 'allow' },
  { spent: '5.01', held: '0', asked: '0', decision: 'block' },
])('a limit of 5 with $spent spent, $held held, $asked asked: $decision', (row) => {
  const { decision } = decide([{ budget: terms(), use: use(row.spent, row.held) }], ask(row.asked))
  expect(decision).toBe(row.decision)
})

test('without a budget everything is allowed', () => {
  expect(decide([], ask('1000000'))).toEqual({
    decision: 'allow',
    reason: null,
    decidedBy: undefined,
    budgets: [],
  })
})

test('a budget that alerts warns, and a blocking one wins over it', () => {
  const alerting = terms({ action: 'alert', amount: decimal('1') })
  const blocking = terms({ amount: decimal('100') })
  expect(decide([{ budget: alerting, use: use('1') }], ask('1')).decision).toBe('warn')
  const both = decide(
    [
      { budget: alerting, use: use('90') },
      { budget: blocking, use: use('99.5') },
    ],
    ask('1'),
  )
  expect(both.decision).toBe('block')
  expect(both.decidedBy?.budget).toBe(blocking)
})

test('the budget with the least left in proportion is named', () => {
  const [small, large] = [terms({ amount: decimal('1') }), terms({ amount: decimal('100') })]
  const states = [
    { budget: large, use: use('100') },
    { budget: small, use: use('1') },
  ]
  // 1 over 1 is further beyond its limit than 1 over 100.
  expect(decide(states, ask('1')).decidedBy?.budget).toBe(small)
})

test('a budget of quantity counts the quantity, whatever the run costs', () => {
  const budget = terms({ measure: 'quantity', amount: decimal('10') })
  const states = [{ budget, use: use('8', '1') }]
  expect(decide(states, ask('1000', '1')).decision).toBe('allow')
  expect(decide(states, ask('0', '2')).decision).toBe('block')
})

test('an event without a cost blocks only where the budget says so', () => {
  const states = (onUnknownCost: 'hold' | 'block') => [
    { budget: terms({ onUnknownCost }), use: use('0', '0', 1) },
  ]
  expect(decide(states('hold'), ask('1')).decision).toBe('allow')
  expect(decide(states('block'), ask('1'))).toMatchObject({
    decision: 'block',
    reason: 'unknown_cost',
  })
})

test('a threshold is reached at its amount exactly', () => {
  const thresholds = [decimal('100'), decimal('80')]
  const reached = (spent: string) =>
    reachedThresholds(thresholds, { amount: decimal('5') }, decimal(spent)).map(String)
  expect(reached('3.9999')).toEqual([])
  expect(reached('4')).toEqual(['80'])
  expect(reached('5')).toEqual(['80', '100'])
})
