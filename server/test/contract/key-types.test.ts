import { beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/features/auth/api-keys.ts'
import { type Api, createApi, createTestOrganization } from '../support/app.ts'
import { ABSENT, type Fields } from '../support/given.ts'
import { documentedRoutes, type Route } from '../support/openapi.ts'
import { REQUESTS } from '../support/requests.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { useTestApp } from '../support/use-app.ts'
import { givenWorld, type World } from '../support/world.ts'

const CALLERS = ['anybody', 'visitors', 'people', 'members', 'keys and members', 'customers']
const routes = documentedRoutes().filter(({ path }) => path.startsWith('/v1/'))
const keyed = routes.filter(({ callers }) => callers === 'keys and members')
const ofPeople = routes.filter(({ callers = '' }) => /^(visitors|people|members)$/.test(callers))

let world: World
/** Of a key that records and does nothing else, and of one of another environment. */
let worker: Api
let live: Api

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z') })
beforeAll(async () => {
  world = await givenWorld(t, t.api)
  const { id: organizationId } = t.organization
  const key = { organizationId, type: 'secret', scope: 'record', environment: 'test' } as const
  worker = createApi(
    t.app,
    (await createApiKey(t.database.db, { ...key, name: 'w' }, new Date())).key,
  )
  const config = { ...t.config, environment: 'live' as const }
  live = createApi(t.app, (await createTestOrganization({ ...t.dependencies, config })).secretKey)
})

test('every route says who may call it', () => {
  expect(routes.filter(({ callers = '' }) => !CALLERS.includes(callers))).toEqual([])
})

/** What a publishable key may read. */
const PUBLIC =
  /^GET \/v1\/(verify|services|pricing-plans(?!\/summaries)|events(?!\/map-model)|analytics\/(?!reported-costs|customer-margins|customers|outcomes|overview|reconciliation|month-end|margin-breakdown))(\/|\w|$)/

/** Sends a request that a secret key would be granted, but for what is added to its query. */
async function send(api: Api, { name, method, path }: Route, more: Fields = {}) {
  const { path: ids = {}, query = {}, body } = REQUESTS[name]?.(world) ?? {}
  const all: Record<string, unknown> = { serviceId: world.catalogId, ...ids }
  const url = path.replace(/\{(\w+)\}/g, (_, id) => String(all[id] ?? ABSENT))
  const search = new URLSearchParams({ ...query, ...more } as Record<string, string>)
  return api.call(method, `${url}?${search}`, body)
}

test.each(keyed)('$name takes the keys that it is for', async (route) => {
  await storesNothing(t.database.pool, async () => {
    for (const unknown of [createApi(t.app, ''), createApi(t.app, 'pw_sk_test_x'), live]) {
      // Nothing is said about the request.
      expect((await send(unknown, route, { colour: 'red' })).status).toBe(401)
    }
    const publishable = await send(t.publishable, route)
    const refusal = route.path.startsWith('/v1/portal-sessions') ? 401 : 403
    expect(publishable.status).toBe(PUBLIC.test(route.name) ? 200 : refusal)
    if (route.method !== 'GET') expect(publishable.body.message).toMatch(/secret key/i)
    if (/^POST \/v1\/(usage\/record$|otlp\/|ingest\/|guard\/)/.test(route.name)) return
    expect(await send(worker, route)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})

test.each(ofPeople)('$name takes no key', async (route) => {
  for (const known of [t.api, t.publishable, worker]) {
    expect(await send(known, route)).toMatchObject({ status: 403, body: { code: 'person_only' } })
  }
  for (const unknown of [createApi(t.app, 'pw_sk_test_x'), live]) {
    expect((await send(unknown, route)).status).toBe(401)
  }
})
