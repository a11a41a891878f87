import { expect, test } from 'vitest'
import { createBoundedCache } from './bounded-cache.ts'

test('drops the least recently used entry when it is full', () => {
  const cache = createBoundedCache<string>(2)
  cache.set('a', '1')
  cache.set('b', '2')
  cache.get('a')
  cache.set('c', '3')
  expect([...cache.keys()].toSorted()).toEqual(['a', 'c'])
})

test('takes memory for its entries, not for its capacity', () => {
  const before = process.memoryUsage().heapTotal + process.memoryUsage().external
  const cache = createBoundedCache<string>(100_000_000)
  cache.set('a', '1')
  const after = process.memoryUsage().heapTotal + process.memoryUsage().external
  expect(after - before).toBeLessThan(100_000_000)
  expect(cache.get('a')).toBe('1')
})
