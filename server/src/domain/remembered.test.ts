import { expect, test } from 'vitest'
import { remembered } from './remembered.ts'

function counted() {
  const asked: number[] = []
  const half = remembered(
    (value: number) => String(value),
    (value: number) => {
      asked.push(value)
      return value % 2 === 0 ? value / 2 : undefined
    },
  )
  return { asked, half }
}

test('what was answered once is not worked out again, be it nothing', () => {
  const { asked, half } = counted()
  expect([half(4), half(3), half(4), half(3)]).toEqual([2, undefined, 2, undefined])
  expect(asked).toEqual([4, 3])
})

test('it answers the same after it has forgotten, and never keeps more than so many', () => {
  const { asked, half } = counted()
  for (let value = 0; value <= 20_000; value += 1) half(value)
  expect(half(0)).toBe(0)
  expect(asked.filter((value) => value === 0)).toHaveLength(2)
})
