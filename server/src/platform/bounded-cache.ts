import { LRUCache } from 'lru-cache'

/**
 * Creates a cache of the `max` most recently used entries, each kept for at most `ttl`
 * milliseconds. Its memory grows with its entries: with the option `max`, the library would
 * allocate space for all of them in advance.
 */
export function createBoundedCache<Value extends object | string | true>(
  max: number,
  { ttl }: { ttl?: number } = {},
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1, ...(ttl !== undefined && { ttl }) })
}
