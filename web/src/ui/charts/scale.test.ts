import { expect, test } from 'vitest'
import { areaPath, linePath, scaleOf } from './scale.ts'

test('an axis begins at zero, has round steps, and holds every value', () => {
  const { ticks, y } = scaleOf([3, 17.2], 100)
  expect(ticks).toEqual([0, 5, 10, 15, 20])
  expect([y(0), y(20)]).toEqual([100, 0])
  expect(scaleOf([0.0000125], 100).ticks.at(-1)).toBeGreaterThanOrEqual(0.0000125)
})

test('an axis goes below zero only for what is below zero', () => {
  expect(scaleOf([-3, 4], 100).ticks).toEqual([-4, -2, 0, 2, 4])
  expect(scaleOf([-8], 100).ticks.at(-1)).toBe(0)
})

test('nothing, and nothing but zeros, has an axis too', () => {
  for (const values of [[], [0, 0]]) {
    const { ticks, y } = scaleOf(values, 100)
    expect(ticks.length).toBeGreaterThan(1)
    expect(y(0)).toBe(100)
  }
})

test('a line leaves a gap where a value is unknown, and a lone value can be seen', () => {
  const at = (x: number) => ({ x, y: 1 })
  expect(linePath([at(0), at(10), null, at(30), at(40)], 10)).toBe('M0 1L10 1M30 1L40 1')
  expect(linePath([null, at(15), null], 9)).toBe('M12 1h6')
  expect(areaPath([at(0), null, at(20)], [at(0), null, at(20)]).match(/M/g)).toHaveLength(2)
})
