import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { documentedRoutes, type Route } from '../support/openapi.ts'
import { PORTAL_REQUESTS } from '../support/portal-requests.ts'
import { REQUESTS, type Request } from '../support/requests.ts'
import { useTestApp } from '../support/use-app.ts'
import { type ExampleWorld, givenExampleWorld } from './example-world.ts'
import { PEOPLE_REQUESTS } from './people-requests.ts'
import { tidied } from './tidy.ts'

const FILE = new URL('../../src/reference/examples.json', import.meta.url)

const t = useTestApp({
  now: () => new Date('2026-03-15T12:00:00.000Z'),
  config: { publicUrl: 'https://billing.example', portalUrl: 'https://billing.example' },
})

/** Examples that depend on the version, or on a browser that followed a link. */
const BY_HAND: Record<string, unknown> = {
  health: { status: 'ok', version: '0.1.0' },
  getPortalLink: {
    organizationName: 'Initech Agents',
    logo: null,
    accentColor: '#1f6f54',
    returnUrl: 'https://app.initech.example',
    state: 'used',
  },
}

type Answer = { status: number; body: unknown }

const before: Record<string, unknown> = JSON.parse(await readFile(FILE, 'utf8'))
/** Operations that answer with JSON, and whose schemas have no example. */
const routes = documentedRoutes().filter(({ operationId, answer }) => {
  return answer && (answer.example === undefined || operationId in before)
})

test('records an answer of every operation', { timeout: 900_000 }, async () => {
  const shared = await givenExampleWorld(t)
  const examples: Record<string, unknown> = {}
  const refused: string[] = []
  for (const route of routes) {
    const byHand = BY_HAND[route.operationId]
    if (byHand !== undefined) {
      examples[route.operationId] = byHand
      continue
    }
    const world = route.method === 'GET' ? shared : await givenExampleWorld(t)
    const { status, body } = await answerOf(route, world)
    if (status < 300) examples[route.operationId] = tidied(body)
    else refused.push(`${route.name}: ${status} ${JSON.stringify(body)}`)
  }
  const text = `${JSON.stringify(Object.fromEntries(Object.entries(examples).toSorted()), null, 2)}\n`
  await writeFile(FILE, text)
  expect(refused).toEqual([])
})

async function answerOf(route: Route, world: ExampleWorld): Promise<Answer> {
  const { method, callers, operationId } = route
  if (callers === 'keys and members') {
    const request = REQUESTS[route.name]?.(world.world) ?? {}
    return world.api.call(method, urlOf(route, request, world), request.body ?? route.example)
  }
  if (callers === 'customers') {
    const request = PORTAL_REQUESTS[route.name]?.(world) ?? {}
    return world.portal.call(method, urlOf(route, request, world), request.body)
  }
  const made = await PEOPLE_REQUESTS[operationId]?.(world, t)
  const { request = {}, browser = world.owner.browser } = made ?? {}
  return browser.call(method, urlOf(route, request, world), request.body)
}

function urlOf(route: Route, { path = {}, query = {} }: Request, { catalogId }: ExampleWorld) {
  const ids = { serviceId: catalogId, ...path } as Record<string, string>
  const filled = route.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(ids[name])),
  )
  const isPaged = route.inQuery.some(({ name }) => name === 'limit')
  const filters = { ...(isPaged ? { limit: '2' } : {}), ...(query as Record<string, string>) }
  const text = new URLSearchParams(filters).toString()
  return text === '' ? filled : `${filled}?${text}`
}
