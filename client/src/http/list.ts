import type { Item } from '../operation-types.ts'
import type { QueryValues } from './url.ts'

/**
 * A list that is asked for when it is used: `await` gives its first page as the API answers it, and
 * `for await` gives one item after another, through all pages.
 */
export type List<Page> = PromiseLike<Page> & AsyncIterable<Item<Page>>

/** As many as a page may have: fewer requests for those who want everything. */
const ALL_THAT_FIT = 100

export function createList<Page>(
  load: (query: QueryValues) => Promise<unknown>,
  query: QueryValues,
): List<Page> {
  const list = {
    // A list is a promise of its page, so that `await` needs no word more.
    // biome-ignore lint/suspicious/noThenProperty: meant to be awaited
    then: (done: () => unknown, failed: () => unknown) => load(query).then(done, failed),
    [Symbol.asyncIterator]: () => items(load, { limit: ALL_THAT_FIT, ...query }),
  }
  return list as unknown as List<Page>
}

/**
 * What came new on top while the pages were read has moved others to the page behind: an item of the
 * page before is not given twice.
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

/** The next page in each way in which the API has pages; undefined after the last one. */
function nextQuery(page: unknown, query: QueryValues, count: number): QueryValues | undefined {
  if (isFlat(page) || count === 0) return undefined
  const { hasMore, nextCursor, pagination, ...own } = fieldsOf(page)
  if (hasMore) return { ...query, offset: Number(query.offset ?? 0) + count }
  if (nextCursor) return { ...query, cursor: nextCursor }
  const { page: number, totalPages } = pagination ?? own
  if (number === undefined || totalPages === undefined || number >= totalPages) return undefined
  return { ...query, page: number + 1 }
}
