import { expect, test } from 'vitest'
import { reachInWords } from './reach-in-words.ts'

test.each([
  [true, true, 0, 'All without rates of their own'],
  [true, true, 2, 'All without rates of their own, and 2 customers'],
  [true, false, 1, '1 customer'],
  [true, false, 1200, '1,200 customers'],
  [true, false, 0, 'Nobody yet'],
  [false, true, 2, 'Nobody while it is inactive'],
])('active %s, default %s, named by %i: %s', (isActive, isDefault, customerCount, words) => {
  expect(reachInWords({ isActive, isDefault, customerCount })).toBe(words)
})
