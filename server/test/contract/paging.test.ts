import { beforeAll, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { type Caller, createCaller } from '../support/callers.ts'
import type { Fields } from '../support/given.ts'
import { givenLongLists } from '../support/long-lists.ts'
import { documentedRoutes, type Route } from '../support/openapi.ts'
import { useTestApp } from '../support/use-app.ts'
import type { World } from '../support/world.ts'

const lists = documentedRoutes().filter(({ inQuery }) =>
  inQuery.some(({ name }) => name === 'limit'),
)
/** Which rows do not change while they are read. */
const STILL: Record<string, string> = { 'GET /v1/audit-log': 'isChange=true' }
/** Where a list begins whose answers have cursors only behind another one. */
const CURSOR_START: Record<string, Fields> = {
  'GET /v1/announcements': { after: '00000000-0000-0000-0000-000000000000' },
}

let call: Caller
let world: World

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z') })
beforeAll(async () => {
  world = await givenLongLists(t)
  call = await createCaller(t, world.customerId)
})

async function read(route: Route, query: Fields): Promise<Fields> {
  const ids: Fields = world
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) => String(ids[name]))
  const search = [STILL[route.name] ?? [], new URLSearchParams(query as Record<string, string>)]
  return must(call(route, `${path}?${search.flat().join('&')}`))
}

/** The rows of a list, in whatever they are wrapped. */
const rowsOf = (body: Fields) => (body.results ?? body.data ?? body) as Fields[]
/** What the answer says of the page that it is. */
const pageOf = (body: Fields) => (body.pagination ?? body) as Fields

const takes = (route: Route, name: string) => route.inQuery.some((one) => one.name === name)
const defaultsOf = ({ inQuery }: Route): Fields =>
  Object.fromEntries(
    inQuery.flatMap(({ name, schema }) =>
      schema.default === undefined ? [] : [[name, schema.default]],
    ),
  )

/** The first rows of a list, read in pages of the given size; fewer when there are no more. */
async function walk(route: Route, query: Fields, limit: number): Promise<Fields[]> {
  const rows: Fields[] = []
  let next: Fields | undefined = {}
  for (let page = 1; next !== undefined && rows.length < READ_MAX; page += 1) {
    const body: Fields = await read(route, { ...query, ...next, limit })
    expect(rowsOf(body).length).toBeLessThanOrEqual(limit)
    rows.push(...rowsOf(body))
    next = behind(body, page, limit)
  }
  return rows
}

/** What leads to the page behind this one, in each of the ways that lists go on. */
function behind(body: Fields, page: number, limit: number): Fields | undefined {
  if (Array.isArray(body)) return body.length < limit ? undefined : { page: page + 1 }
  if ('nextCursor' in body) return body.nextCursor ? { cursor: body.nextCursor } : undefined
  if ('hasMore' in body) return body.hasMore ? { offset: page * limit } : undefined
  return page < Number(pageOf(body).totalPages) ? { page: page + 1 } : undefined
}

const paged = lists.filter((route) => ['page', 'offset', 'cursor'].some((one) => takes(route, one)))
/** So many rows are read page by page. */
const READ_MAX = 7

test.each(lists)('$name is the same with its defaults and without', async (route) => {
  const defaults = defaultsOf(route)
  const body = await read(route, {})
  expect(body).toEqual(await read(route, defaults))
  expect(rowsOf(body).length).toBeGreaterThan(2)
  expect(rowsOf(body).length).toBeLessThanOrEqual(Number(defaults.limit))
})

test.each(lists)('$name takes a larger limit for a hundred', async (route) => {
  const body = await read(route, { limit: 101 })
  expect(pageOf(body).limit ?? rowsOf(body).length).toBe(100)
  expect(rowsOf(body).length).toBeLessThanOrEqual(100)
})

test.each(paged)('$name has each row on one page, in any order', async (route) => {
  const sortBy = route.inQuery.find(({ name }) => name === 'sortBy')
  const orders = (sortBy?.schema.enum ?? [undefined]).flatMap((key) =>
    (takes(route, 'sortOrder') ? ['asc', 'desc'] : [undefined]).map((sortOrder) => ({
      ...(key === undefined ? {} : { sortBy: key }),
      ...(sortOrder === undefined ? {} : { sortOrder }),
    })),
  )
  for (const order of orders) {
    const whole = rowsOf(await read(route, { ...order, limit: 100 }))
    for (const limit of [1, 2]) {
      const rows = await walk(route, order, limit)
      expect(rows, JSON.stringify(order)).toEqual(
        whole.slice(0, Math.ceil(READ_MAX / limit) * limit),
      )
    }
  }
})

test.each(paged.filter((route) => !takes(route, 'cursor')))(
  '$name is empty behind its end',
  async (route) => {
    const far = takes(route, 'page') ? { page: 1_000_000_000 } : { offset: 1_000_000_000 }
    const [end, { totalResults }] = [await read(route, far), await read(route, {})]
    expect(rowsOf(end)).toEqual([])
    expect(end.totalResults).toEqual(totalResults)
  },
)

test.each(lists.filter((route) => takes(route, 'after')))(
  '$name counts what follows a cursor, and says one page when nothing does',
  async (route) => {
    const whole = rowsOf(await read(route, { ...CURSOR_START[route.name], limit: 100 }))
    const rows: Fields[] = []
    let after: Fields | undefined = CURSOR_START[route.name] ?? {}
    while (after !== undefined && rows.length <= whole.length) {
      const body: Fields = await read(route, { ...after, limit: 2 })
      rows.push(...rowsOf(body))
      const isLast = rowsOf(body).length === 0 || body.nextAfter === undefined
      if ('after' in after) expect(Number(body.totalPages) <= 1).toBe(rows.length >= whole.length)
      after = isLast ? undefined : { after: body.nextAfter }
    }
    expect(rows).toEqual(whole)
  },
)
