import { beforeAll, expect, test } from 'vitest'
import { givenLongLists } from '../../server/test/support/long-lists.ts'
import { useTestApp } from '../../server/test/support/use-app.ts'
import type { World } from '../../server/test/support/world.ts'
import type { Http } from '../src/http/http.ts'
import type { List } from '../src/http/list.ts'
import type { Piecework } from '../src/index.ts'
import { resourcesOf } from '../src/resources.ts'
import { installedClient } from './support/installed-client.ts'

type Item = { id?: string }
type Page = Item[] | { results?: Item[]; data?: Item[] }
type ListMethod = (...args: unknown[]) => List<Page>

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z') })
let world: World
let piecework: Piecework

beforeAll(async () => {
  world = await givenLongLists(t)
  const baseUrl = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const client = await installedClient()
  piecework = new client.Piecework({ apiKey: t.organization.secretKey, baseUrl })
})

/** Returns the methods that return a list, with the names of the ids in their path; found by calling all methods. */
function listMethods() {
  const called: string[] = []
  const none = () => undefined
  const http = {
    ...{ get: none, bytes: none, text: none, post: none, patch: none, delete: none },
    list: (path: string) => void called.push(path),
  }
  return Object.entries(resourcesOf(http as unknown as Http)).flatMap(([resource, methods]) =>
    Object.entries(methods).flatMap(([method, call]) => {
      const callAny = call as (...args: unknown[]) => unknown
      callAny([], [], [], [])
      const path = called.pop()
      if (path === undefined) return []
      const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof World)
      return [{ name: `${resource}.${method}`, resource, method, ids }]
    }),
  )
}

/** So many items are read one by one; longer lists by pages. */
const ONE_BY_ONE_MAX = 30
const PAGE = 40

test.each(listMethods())('$name gives each item once', async ({ resource, method, ids }) => {
  const methods = Reflect.get(piecework, resource) as Record<string, ListMethod>
  const list = (limit: number) => {
    const found = methods[method]?.(...ids.map((name) => world[name]), { limit })
    if (!found) throw new Error(`no ${resource}.${method}`)
    return found
  }
  const page = await list(100)
  const first = Array.isArray(page) ? page : (page.results ?? page.data ?? [])
  expect(first.length).toBeGreaterThan(2)
  const found: Item[] = []
  for await (const item of list(first.length > ONE_BY_ONE_MAX ? PAGE : 1)) found.push(item)
  expect(found.slice(0, 100)).toEqual(first)
  if (first.length < 100) expect(found).toHaveLength(first.length)
  const known = found.flatMap(({ id }) => id ?? [])
  expect(new Set(known).size).toBe(known.length)
})
