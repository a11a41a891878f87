import { expect, test } from 'vitest'
import { growthOf, isGrowing, type Reading } from './growth.ts'

const MINUTE_MS = 60_000
const ALLOWANCE = { times: 1.15, more: 24 }

/** One reading every five seconds. */
const readings = (minutes: number, valueAt: (minute: number, index: number) => number): Reading[] =>
  Array.from({ length: minutes * 12 }, (_, index) => ({
    atMs: index * 5_000,
    value: valueAt((index * 5_000) / MINUTE_MS, index),
  }))

const isFound = (all: Reading[]) => {
  const growth = growthOf(all)
  return growth && isGrowing(growth, ALLOWANCE)
}

test('memory that goes up and down around a level is flat', () => {
  expect(isFound(readings(40, (_, index) => 200 + (index % 7) * 30))).toBe(false)
})

test('memory that finds its level in the first minutes is flat', () => {
  expect(isFound(readings(40, (minute) => 300 - 200 * Math.exp(-minute / 3)))).toBe(false)
})

test('a leak of two megabytes a minute is found within 40 minutes, under any ups and downs', () => {
  expect(isFound(readings(40, (minute, index) => 200 + 2 * minute + (index % 7) * 30))).toBe(true)
})

test('a queue that is drained again and again does not grow, however long it gets between', () => {
  expect(isFound(readings(40, (_, index) => (index % 12) * 100))).toBe(false)
})

test('a queue that is never drained grows', () => {
  expect(isFound(readings(40, (minute) => minute * 4))).toBe(true)
})

test('a few minutes say nothing about growth', () => {
  expect(growthOf(readings(10, (minute) => minute * 100))).toBeUndefined()
})
