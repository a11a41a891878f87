import { expect, test } from 'vitest'
import { lengthsOf } from './use-bar.tsx'

test.each([
  ['5', '4', '0.5', { spent: 80, held: 10, isOver: false }],
  ['5', '4', '2', { spent: 80, held: 20, isOver: false }],
  ['5', '6', '1', { spent: 100, held: 0, isOver: true }],
  ['0', '0', '0', { spent: 0, held: 0, isOver: false }],
  ['0', '0.01', '0', { spent: 100, held: 0, isOver: false }],
  ['5', '-1', '0', { spent: 0, held: 0, isOver: false }],
])('of %s, %s spent and %s held are %j percent', (limit, spent, held, lengths) => {
  expect(lengthsOf({ limit, spent, held })).toEqual(lengths)
})
