import { expect, test } from 'vitest'
import { apiPromise } from '../src/http/api-promise.ts'
import { createList } from '../src/http/list.ts'
import type { QueryValues } from '../src/http/url.ts'

const ITEMS = Array.from({ length: 7 }, (_, index) => ({ id: `item-${index + 1}` }))

/** Creates a list with a given pagination style and three items per page; records its queries. */
function listOf(pageOf: (query: QueryValues) => unknown, query: QueryValues = {}) {
  const asked: QueryValues[] = []
  const answerOf = async (wanted: QueryValues) => ({
    data: await pageOf(wanted),
    status: 200,
    headers: new Headers(),
    requestId: 'req-7',
  })
  const load = (wanted: QueryValues) => {
    asked.push(wanted)
    return apiPromise(answerOf(wanted))
  }
  return { asked, list: createList<{ results: { id: string }[] }>(load, query) }
}

test('a list has catch and finally, as a promise has', async () => {
  const failure = new Error('no page')
  const { list } = listOf(() => Promise.reject(failure))
  expect(await list.catch((error) => error)).toBe(failure)
  let isSettled = false
  const { list: good } = listOf(byPage)
  const page = await good.finally(() => {
    isSettled = true
  })
  expect([isSettled, page.results.length]).toEqual([true, 3])
})

async function all(list: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of list) ids.push(id)
  return ids
}

const slice = (from: number) => ITEMS.slice(from, from + 3)
const byPage = ({ page = 1 }: QueryValues) => ({
  results: slice((Number(page) - 1) * 3),
  page,
  totalPages: 3,
})
const byPagination = ({ page = 1 }: QueryValues) => ({
  data: slice((Number(page) - 1) * 3),
  pagination: { page, totalPages: 3 },
})
const byOffset = ({ offset = 0 }: QueryValues) => ({
  data: slice(Number(offset)),
  hasMore: Number(offset) + 3 < ITEMS.length,
})
const byFeed = ({ after = '0' }: QueryValues) => {
  const end = Math.min(Number(after) + 3, ITEMS.length)
  return { results: slice(Number(after)), page: 1, totalPages: 3, nextAfter: String(end) }
}
/** Events: cursors beside pages, the last answer without one. */
const byCursorOrPage = ({ after, page = 1 }: QueryValues) => {
  if (after !== undefined && page !== 1) throw new Error('page does not apply after a cursor')
  const start = after === undefined ? (Number(page) - 1) * 3 : Number(after)
  const isLast = start + 3 >= ITEMS.length
  const next = isLast ? {} : { nextAfter: String(start + 3) }
  return { results: slice(start), page: 1, totalPages: isLast ? 1 : 2, ...next }
}
const byCursor = ({ cursor = '0' }: QueryValues) => ({
  results: slice(Number(cursor)),
  nextCursor: Number(cursor) + 3 < ITEMS.length ? String(Number(cursor) + 3) : null,
})

test.each([
  ['pages', byPage],
  ['pages told beside the data', byPagination],
  ['offsets', byOffset],
  ['cursors', byCursor],
  ['cursors beside pages', byCursorOrPage],
])('gives every item once through %s, with the same filters', async (_way, pageOf) => {
  const { list, asked } = listOf(pageOf, { search: 'acme' })
  expect(await all(list)).toEqual(ITEMS.map(({ id }) => id))
  expect(asked).toHaveLength(3)
  expect(asked.every(({ search, limit }) => search === 'acme' && limit === 100)).toBe(true)
})

test('continues a feed with the id of each answer, until nothing is left', async () => {
  const { list, asked } = listOf(byFeed, { after: '0' })
  expect(await all(list)).toEqual(ITEMS.map(({ id }) => id))
  expect(asked.map(({ after }) => after)).toEqual(['0', '3', '6', '7'])
  expect(asked.every(({ page }) => page === undefined)).toBe(true)
})

test('a cursor continues the page that was asked for', async () => {
  const { list, asked } = listOf(byCursorOrPage, { page: 2 })
  expect(await all(list)).toEqual(ITEMS.slice(3).map(({ id }) => id))
  expect(asked[1]?.page).toBeUndefined()
})

test('ends with the answer to a cursor that has no next one, whatever its pages', async () => {
  const ofPages = (query: QueryValues) => ({ ...byCursorOrPage(query), page: 1, totalPages: 3 })
  const { list, asked } = listOf(ofPages)
  expect(await all(list)).toEqual(ITEMS.map(({ id }) => id))
  expect(asked.map(({ after }) => after)).toEqual([undefined, '3', '6'])
})

test('a flat array is a single page', async () => {
  const { list, asked } = listOf(() => ITEMS)
  expect(await all(list)).toHaveLength(7)
  expect(asked).toHaveLength(1)
})

test('flat arrays are pages until one is not full', async () => {
  const byArray = ({ page = 1, limit = 100 }: QueryValues) =>
    ITEMS.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit))
  for (const [limit, requests] of [
    [3, 3],
    [7, 2],
    [100, 1],
  ] as const) {
    const { list, asked } = listOf(byArray, { limit })
    expect(await all(list)).toEqual(ITEMS.map(({ id }) => id))
    expect(asked).toHaveLength(requests)
  }
  const { list, asked } = listOf(() => ITEMS, { limit: 1_000 })
  expect(await all(list)).toHaveLength(7)
  expect(asked).toHaveLength(1)
})

test('an empty page ends the list, even if it claims more pages', async () => {
  expect(await all(listOf(() => ({ data: [], hasMore: true })).list)).toEqual([])
  expect(await all(listOf(() => ({ results: [], page: 1, totalPages: 0 })).list)).toEqual([])
})

test('an item that moves to the next page during iteration is not repeated', async () => {
  let hasNew = false
  const { list } = listOf(({ offset = 0 }) => {
    const items = hasNew ? [{ id: 'new' }, ...ITEMS] : ITEMS
    hasNew = true
    const from = Number(offset)
    return { data: items.slice(from, from + 3), hasMore: from + 3 < items.length }
  })
  expect(await all(list)).toEqual(ITEMS.map(({ id }) => id))
})

test('awaiting a list requests one page, and only then', async () => {
  const { list, asked } = listOf(byPage, { limit: 3 })
  expect(asked).toEqual([])
  expect(await list).toEqual(byPage({}))
  expect(asked).toEqual([{ limit: 3 }])
})

test('withResponse requests one page, and has its request id', async () => {
  const { list, asked } = listOf(byPage, { limit: 3 })
  expect(await list.withResponse()).toMatchObject({ data: byPage({}), requestId: 'req-7' })
  expect(asked).toEqual([{ limit: 3 }])
})

test('no further page is requested after iteration stops', async () => {
  const { list, asked } = listOf(byPage)
  for await (const { id } of list) if (id === 'item-2') break
  expect(asked).toHaveLength(1)
})

test('an error of a page is thrown where the list is read', async () => {
  const { list } = listOf(() => Promise.reject(new Error('no connection')))
  await expect(all(list)).rejects.toThrow('no connection')
  await expect(Promise.resolve(list)).rejects.toThrow('no connection')
})
