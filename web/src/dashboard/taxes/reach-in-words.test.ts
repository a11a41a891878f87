import { expect, test } from 'vitest'
import { reachInWords } from './reach-in-words.ts'

test.each([
  [true, true, 0, 'All customers without their own tax rates'],
  [true, true, 2, 'All customers without their own tax rates, and 2 customers'],
  [true, false, 1, '1 customer'],
  [true, false, 1200, '1,200 customers'],
  [true, false, 0, 'No customers yet'],
  [false, true, 2, 'No customers while inactive'],
])('active %s, default %s, named by %i: %s', (isActive, isDefault, customerCount, words) => {
  expect(reachInWords({ isActive, isDefault, customerCount })).toBe(words)
})
