import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, createApi, createTestOrganization } from '../support/app.ts'
import { ABSENT, type Fields, givenCustomer, givenSubscription, unique } from '../support/given.ts'
import { documentedRoutes, partsOf, type Route } from '../support/openapi.ts'
import { REQUESTS, type Request } from '../support/requests.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { useTestApp } from '../support/use-app.ts'
import { givenWorld, type World } from '../support/world.ts'

const { components } = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
)

/** The customer reads it; the ids of the seller are none of its own. */
const FOR_CUSTOMERS = ['PortalVisit']

/** Objects with a customer, outside of requests and of the filters that an answer repeats. */
const objects = Object.entries<{ properties?: Fields }>(components.schemas)
  .filter(([name, { properties = {} }]) => 'customerId' in properties && !name.endsWith('Filters'))
  .map(([name, { properties = {} }]) => ({ name, properties }))

test.each(objects)('$name has the external id of its customer', ({ name, properties }) => {
  if (FOR_CUSTOMERS.includes(name)) expect(properties).not.toHaveProperty('customerExternalId')
  else expect(properties).toHaveProperty('customerExternalId')
})

type Place = 'query' | 'body'

/** Where a route names a customer, apart from its path. */
function placeOf({ inQuery, body }: Route): Place | undefined {
  if (inQuery.some(({ name }) => name === 'customerId')) return 'query'
  return body && partsOf(body).some(([place]) => place === 'customerId') ? 'body' : undefined
}

const routes = documentedRoutes().filter((route) => placeOf(route) !== undefined)
/** Takes both ids of one customer. */
const TAKES_BOTH = 'POST /v1/portal-sessions'

let mine: Api
let world: World
let theirs: World

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z') })
beforeAll(async () => {
  mine = t.api
  world = await givenWorld(t, mine)
  const other = await createTestOrganization(t.dependencies)
  theirs = await givenWorld(t, createApi(t.app, other.secretKey))
})

const requestOf = (route: Route, world: World) =>
  structuredClone(REQUESTS[route.name]?.(world) ?? {}) as Request

/** Returns the request with the given fields in place of the customer. */
function naming(route: Route, request: Request, named: Fields): Request {
  const place = placeOf(route) ?? 'query'
  const { customerId: _, customerExternalId: __, ...others } = (request[place] ?? {}) as Fields
  return { ...request, [place]: { ...others, ...named } }
}

async function send({ method, path }: Route, { path: ids = {}, query = {}, body }: Request) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => String((ids as Fields)[name]))
  const text = new URLSearchParams(query as Record<string, string>).toString()
  return mine.call(method, `${filled}${text && `?${text}`}`, body)
}

/** Returns the answer without what differs between requests and between both ids. */
function comparable({ status, body }: { status: number; body: Fields }) {
  if (Array.isArray(body)) return { status, body }
  const { requestId: _, filters: __, asOf: ___, ...rest } = body
  return { status, body: rest }
}

test('a customer is named in requests of many routes', () => {
  expect(routes.length).toBeGreaterThan(25)
})

describe.each(routes)('$name', (route) => {
  const others = () => naming(route, requestOf(route, world), {})

  test('takes the external id in place of the id', async () => {
    const own = route.method === 'GET' ? world : await givenWorld(t, mine)
    const request = requestOf(route, own)
    const { customerId } = (request[placeOf(route) ?? 'query'] ?? {}) as Fields
    const customerExternalId = await externalIdOf(customerId as string)
    const answer = await send(route, naming(route, request, { customerExternalId }))
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    if (route.method === 'GET') {
      expect(comparable(answer)).toEqual(comparable(await send(route, request)))
      if ('filters' in answer.body) {
        const { filters } = answer.body
        expect([filters.customerExternalId].flat()).toEqual([customerExternalId])
        expect(filters).not.toHaveProperty('customerId')
      }
    } else if (route.path !== '/v1/subscriptions/preview') {
      expect(answer.body).toMatchObject({ customerId, customerExternalId })
    }
  })

  test("answers an unknown external id, and another organization's, like an unknown id", async () => {
    const expected = comparable(await send(route, naming(route, others(), { customerId: ABSENT })))
    await storesNothing(t.database.pool, async () => {
      for (const customerExternalId of [unique('unknown'), theirs.externalId]) {
        const answer = await send(route, naming(route, others(), { customerExternalId }))
        if (answer.body.message === undefined) {
          expect(comparable(answer)).toEqual(expected)
          continue
        }
        const { status, code, message, param } = { ...answer.body, status: answer.status }
        expect({ status, code }).toEqual({ status: expected.status, code: 'not_found' })
        expect(message).toBe(`Customer with the external id ${customerExternalId} not found`)
        expect(param).toBe('customerExternalId')
      }
    })
  })

  test('refuses both ids at once, by their names', async () => {
    if (route.name === TAKES_BOTH) return
    const named = { customerId: world.customerId, customerExternalId: world.externalId }
    await storesNothing(t.database.pool, async () => {
      const answer = await send(route, naming(route, others(), named))
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid', param: 'customerId' })
      expect(answer.body.message[0]).toMatch(/^customerId and customerExternalId /)
    })
  })
})

async function externalIdOf(customerId: string): Promise<string> {
  const path = `/v1/customers/${customerId}`
  const { externalId } = (await mine.get(path)).body
  if (externalId !== null) return externalId
  return (await mine.patch(path, { externalId: unique('named') })).body.externalId
}

test.each(['/v1/invoices/generate', '/v1/subscriptions', '/v1/subscriptions/preview'])(
  '%s needs one of both ids',
  async (path) => {
    const route = routes.find((one) => one.name === `POST ${path}`)
    if (!route) throw new Error(`no route ${path}`)
    const answer = await send(route, naming(route, requestOf(route, world), {}))
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'missing_field', param: 'customerId' })
    expect(answer.body.message[0]).toContain('customerExternalId')
  },
)

test('an external id names the live customer, and a deleted one while no other has it', async () => {
  const externalId = unique('reused')
  const find = async () => {
    const query = `customerExternalId=${externalId}&includeExpired=true`
    const { body } = await mine.get(`/v1/portal-sessions?${query}`)
    return body.map((session: Fields) => [session.customerId, session.customerExternalId])
  }
  const first = await givenCustomer(mine, { externalId })
  await mine.post('/v1/portal-sessions', { customerId: first.id })
  expect((await mine.delete(`/v1/customers/${first.id}`)).status).toBe(204)
  expect(await find()).toEqual([[first.id, externalId]])
  const second = await givenCustomer(mine, { externalId })
  expect(await find()).toEqual([])
  await mine.post('/v1/portal-sessions', { customerId: second.id })
  expect(await find()).toEqual([[second.id, externalId]])
})

test('a change with the external id that a subscription shows moves it to no other customer', async () => {
  const externalId = unique('moved')
  const first = await givenCustomer(mine, { externalId })
  const { id } = await givenSubscription(mine, { customerId: first.id })
  await mine.patch(`/v1/subscriptions/${id}`, { status: 'ended' })
  expect((await mine.delete(`/v1/customers/${first.id}`)).status).toBe(204)
  await givenCustomer(mine, { externalId })
  const { body: shown } = await mine.get(`/v1/subscriptions/${id}`)
  expect(shown.customerExternalId).toBe(externalId)
  const byExternalId = { customerExternalId: externalId, metadata: { read: 'back' } }
  const byId = { customerId: first.id, metadata: { read: 'back' } }
  const { status } = await mine.patch(`/v1/subscriptions/${id}`, byExternalId)
  expect(status).toBe((await mine.patch(`/v1/subscriptions/${id}`, byId)).status)
  expect((await mine.get(`/v1/subscriptions/${id}`)).body.customerId).toBe(first.id)
})

test('a customer without an external id has null', async () => {
  const { id: customerId } = await givenCustomer(mine)
  const link = await mine.post('/v1/portal-sessions', { customerId })
  expect(link.body).toMatchObject({ customerId, customerExternalId: null })
})
