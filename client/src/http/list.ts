import type { Item } from '../operation-types.ts'
import type { ApiAnswer, ApiPromise } from './api-promise.ts'
import type { QueryValues } from './url.ts'

/**
 * A lazy list. `await` returns its first page as the API answers it. `for await` iterates over the
 * items of all pages. `then`, `catch` and `finally` are those of a promise of the first page.
 * `withResponse` returns the first page with its response.
 */
export type List<Page> = Pick<Promise<Page>, 'then' | 'catch' | 'finally'> &
  AsyncIterable<Item<Page>> & { withResponse(): Promise<ApiAnswer<Page>> }

/** The largest page size, to need the fewest requests when iterating. */
const LARGEST_PAGE = 100

export function createList<Page>(
  load: (query: QueryValues) => ApiPromise<unknown>,
  query: QueryValues,
): List<Page> {
  const list = {
    // A list is a thenable of its first page, so that it can be awaited directly.
    // biome-ignore lint/suspicious/noThenProperty: meant to be awaited
    then: (done: () => unknown, failed: () => unknown) => load(query).then(done, failed),
    catch: (failed: () => unknown) => load(query).catch(failed),
    finally: (settled: () => void) => load(query).finally(settled),
    withResponse: () => load(query).withResponse(),
    [Symbol.asyncIterator]: () => items(load, { limit: LARGEST_PAGE, ...query }),
  }
  return list as unknown as List<Page>
}

/**
 * Iterates over the items of all pages. Items created during the iteration shift others to the next
 * page. An item that the previous page contained is therefore skipped.
 */
async function* items(load: (query: QueryValues) => Promise<unknown>, first: QueryValues) {
  let before = new Set<unknown>()
  let query: QueryValues | undefined = first
  while (query !== undefined) {
    const page = await load(query)
    const found = itemsOf(page)
    const ids = found.map(idOf)
    for (const [at, item] of found.entries()) {
      if (ids[at] === undefined || !before.has(ids[at])) yield item
    }
    before = new Set(ids)
    query = nextQuery(page, query, found.length)
  }
}

type Page = {
  results?: unknown[]
  data?: unknown[]
  page?: number
  totalPages?: number
  pagination?: { page: number; totalPages: number }
  hasMore?: boolean
  nextCursor?: string | null
  nextAfter?: string
}

const isFlat = (page: unknown): page is unknown[] => Array.isArray(page)
const fieldsOf = (page: unknown): Page => (typeof page === 'object' && page !== null ? page : {})
const idOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined

function itemsOf(page: unknown): unknown[] {
  if (isFlat(page)) return page
  const { results, data } = fieldsOf(page)
  return results ?? data ?? []
}

/**
 * Returns the query of the next page for each pagination style of the API; undefined after the last
 * page.
 */
function nextQuery(page: unknown, query: QueryValues, count: number): QueryValues | undefined {
  if (count === 0) return undefined
  // A flat list does not say how many pages it has: the last one is not full.
  if (isFlat(page)) {
    const size = Math.min(Number(query.limit), LARGEST_PAGE)
    return count < size ? undefined : { ...query, page: Number(query.page ?? 1) + 1 }
  }
  const { hasMore, nextCursor, nextAfter, pagination, ...own } = fieldsOf(page)
  if (hasMore) return { ...query, offset: Number(query.offset ?? 0) + count }
  if (nextCursor) return { ...query, cursor: nextCursor }
  if (nextAfter) return { ...query, page: undefined, after: nextAfter }
  // After a cursor there are no pages: the last answer is the one without a next cursor.
  if (query.after !== undefined) return undefined
  const { page: number, totalPages } = pagination ?? own
  if (number === undefined || totalPages === undefined || number >= totalPages) return undefined
  return { ...query, page: number + 1 }
}
