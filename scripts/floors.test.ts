import { expect, test } from 'vitest'
import { type Arrow, floorProblems } from './floors.ts'

const FLOORS = [['payments'], ['invoices', 'customers'], ['clock']]
const arrow = (from: string, to: string): Arrow => ({ from, to, file: `${from}/routes.ts` })

test.each([
  ['payments', 'clock'],
  ['payments', 'customers'],
  ['invoices', 'customers'],
])('%s may import %s, which stands below it or to its right', (from, to) => {
  expect(floorProblems(FLOORS, [arrow(from, to)])).toEqual([])
})

test.each([
  ['clock', 'payments'],
  ['customers', 'invoices'],
])('%s may not import %s', (from, to) => {
  const [problem, ...others] = floorProblems(FLOORS, [arrow(from, to)])
  expect(problem).toContain(`${from}/routes.ts: features/${from} stands below features/${to}`)
  expect(others).toEqual([])
})

test('a feature without a floor is given one', () => {
  expect(floorProblems(FLOORS, [arrow('budgets', 'clock')])).toEqual([
    'features/budgets has no floor; give it one',
  ])
})
