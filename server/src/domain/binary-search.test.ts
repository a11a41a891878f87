import { expect, test } from 'vitest'
import { firstIndex } from './binary-search.ts'

test('finds the first index after a border, wherever the border is', () => {
  for (let length = 0; length < 20; length += 1) {
    for (let border = 0; border <= length; border += 1) {
      expect(firstIndex(length, (index) => index >= border)).toBe(border)
    }
  }
})
