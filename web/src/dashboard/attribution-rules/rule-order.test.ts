import { expect, test } from 'vitest'
import { placesAfterMove } from './rule-order.ts'

const rules = (...positions: number[]) =>
  positions.map((position, index) => ({ id: 'abcd'[index] ?? '', position }))

test('two neighbours change their positions, and no other rule does', () => {
  expect(placesAfterMove(rules(0, 4, 9), { from: 2, to: 1 })).toEqual([
    { id: 'c', position: 4 },
    { id: 'b', position: 9 },
  ])
})

test('rules with equal positions are numbered again', () => {
  expect(placesAfterMove(rules(7, 7, 7), { from: 0, to: 1 })).toEqual([
    { id: 'b', position: 0 },
    { id: 'a', position: 1 },
    { id: 'c', position: 2 },
  ])
})

test('a rule that is no longer there moves nothing', () => {
  expect(placesAfterMove(rules(0, 1), { from: 2, to: 1 })).toEqual([])
})
