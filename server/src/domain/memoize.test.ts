import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

function counted() {
  const asked: number[] = []
  const half = memoize(
    (value: number) => String(value),
    (value: number) => {
      asked.push(value)
      return value % 2 === 0 ? value / 2 : undefined
    },
  )
  return { asked, half }
}

test('a cached result is not computed again, even if it is undefined', () => {
  const { asked, half } = counted()
  expect([half(4), half(3), half(4), half(3)]).toEqual([2, undefined, 2, undefined])
  expect(asked).toEqual([4, 3])
})

test('a full cache is cleared, and results are computed again', () => {
  const { asked, half } = counted()
  for (let value = 0; value <= 20_000; value += 1) half(value)
  expect(half(0)).toBe(0)
  expect(asked.filter((value) => value === 0)).toHaveLength(2)
})
