import { LRUCache } from 'lru-cache'

/**
 * Remembers the `max` entries that were used last, each for `ttl` milliseconds at most. Its memory grows with
 * its entries: with the option `max`, the library would allocate room for all of them at once.
 */
export function createBoundedCache<Value extends object | string | true>(
  max: number,
  { ttl }: { ttl?: number } = {},
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1, ...(ttl !== undefined && { ttl }) })
}
