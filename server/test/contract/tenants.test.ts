import { beforeAll, expect, test } from 'vitest'
import { type Api, createApi, createTestOrganization } from '../support/app.ts'
import { createCaller } from '../support/callers.ts'
import { ABSENT, type Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { documentedRoutes, partsOf, type Route } from '../support/openapi.ts'
import { givenMember } from '../support/people.ts'
import { REQUESTS, type Request } from '../support/requests.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { useTestApp } from '../support/use-app.ts'
import { givenWorld, type World } from '../support/world.ts'

type Position = { where: 'path' | 'query' | 'body'; name: string }
type Ids = Record<string, string>

const keyed = documentedRoutes().filter(({ callers }) => callers === 'keys and members')

let mine: Api
let ours: World
let theirs: World
/** Another organization, and what it read when there was none but it. */
let newcomer: Api
const before = new Map<string, unknown>()

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z'), atEnd: expectRollupsToAddUp })
beforeAll(async () => {
  mine = t.api
  newcomer = createApi(t.app, (await createTestOrganization(t.dependencies)).secretKey)
  for (const route of reads) {
    const { body } = await send(newcomer, route, { query: route.query })
    before.set(JSON.stringify([route.name, route.query]), body)
  }
  ours = await givenWorld(t, mine)
  const other = await createTestOrganization(t.dependencies)
  theirs = await givenWorld(t, createApi(t.app, other.secretKey))
})

/**
 * The catalog is global, a run id groups events, and a tax id is text to print. The other two in a
 * body name something new. A customer may count any ids of outcomes: absent ones are a part of the answer.
 */
const NOT_SCOPED = [
  ...['serviceId', 'targetPricingId', 'runId', 'taxId', 'customerExternalId'],
  ...['runIds', 'eventIds'],
]
const NEW_IN_A_BODY = ['externalId']

/** Fields of a subscription that never change, and strategies that are not of its plan, whatever id is sent. */
const FIXED: Record<string, string[]> = {
  'PATCH /v1/subscriptions/{subscriptionId}': ['planId', 'agentId', 'customerId'],
  'GET /v1/subscriptions/{subscriptionId}/prices/{strategyId}': ['strategyId'],
  'POST /v1/subscriptions/{subscriptionId}/prices/{strategyId}': ['strategyId'],
  'DELETE /v1/subscriptions/{subscriptionId}/prices/{strategyId}/{priceId}': ['strategyId'],
}

/** Its query names the customer whose figures it reads, or the plan that it previews. */
const NAMED =
  /^\/v1\/(budgets\/\{budgetId\}\/status|subscriptions\/\{subscriptionId\}\/plan-change\/preview)$/

/** Other systems name calls and events by ids of their own. */
const FOREIGN = /^POST \/v1\/ingest\//

function positionsOf({ name: route, inPath, inQuery, body = {} }: Route): Position[] {
  const inBody = partsOf(FOREIGN.test(route) ? {} : body).map(
    ([place]) => place.split('.').at(-1) ?? '',
  )
  return [
    ...inPath.map(({ name }) => ({ where: 'path' as const, name })),
    ...inQuery.map(({ name }) => ({ where: 'query' as const, name })),
    ...[...new Set(inBody)]
      .filter((name) => !NEW_IN_A_BODY.includes(name))
      .map((name) => ({ where: 'body' as const, name })),
  ].filter(({ name }) => /(^i|I)ds?$/.test(name) && !NOT_SCOPED.includes(name))
}

/** Returns the request with other ids in the given positions; throws where it has none to swap. */
function swap(request: Request, positions: Position[], ids: Ids): Request {
  const copy = structuredClone(request)
  for (const { where, name } of positions) {
    const part = copy[where] ?? {}
    const rows = [part].flat().flatMap((row) => [row, ...Object.values(row).flat()]) as Fields[]
    const row = rows.find((one) => typeof one[name] === 'string' || Array.isArray(one[name]))
    if (!row) throw new Error(`the table names no ${name} in the ${where}`)
    const id = ids[name === 'id' ? 'strategyId' : name.replace(/s$/, '')]
    if (!id) throw new Error(`there is no row of another organization for ${name}`)
    row[name] = name.endsWith('s') ? [id] : id
  }
  return copy
}

const urlOf = (path: string, { path: ids = {}, query = {} }: Request) => {
  const text = new URLSearchParams(query as Ids).toString()
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => String(ids[name] ?? theirs.agentId))
  return `${filled}${text && `?${text}`}`
}

const send = (api: Api, { method, path }: Route, request: Request) =>
  api.call(method, urlOf(path, request), request.body)

/** Returns the answer without what must differ: its request id and the ids sent. */
function comparable(answer: { status: number; body: Fields }, ids: Ids) {
  const { requestId: _, ...body } = answer.body
  const text = Object.values(ids).reduce(
    (all, id) => all.replaceAll(id, '<id>'),
    JSON.stringify(body),
  )
  return { status: answer.status, text }
}

const absentIds = (): Ids =>
  Object.fromEntries(Object.entries(theirs).map(([name]) => [name, crypto.randomUUID()]))
const foreignIds = (): Ids =>
  Object.fromEntries(
    Object.entries(theirs).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

test('every route stands in the table of requests', () => {
  expect(Object.keys(REQUESTS).sort()).toEqual(keyed.map(({ name }) => name).sort())
})

test.each(keyed)("$name answers another organization's id like an absent one", async (route) => {
  const positions = positionsOf(route)
  if (positions.length === 0) return
  const world = route.method === 'GET' ? ours : await givenWorld(t, mine)
  const request = REQUESTS[route.name]?.(world)
  if (!request) throw new Error(`${route.name} is missing in REQUESTS`)
  const together = positions.length > 1 ? [positions] : []
  await storesNothing(t.database.pool, async () => {
    for (const swapped of [...positions.map((one) => [one]), ...together]) {
      const [foreign, absent] = [foreignIds(), absentIds()]
      const label = swapped.map(({ where, name }) => `${where} ${name}`).join(', ')
      const answer = await send(mine, route, swap(request, swapped, foreign))
      const control = await send(mine, route, swap(request, swapped, absent))
      expect(comparable(answer, foreign), label).toEqual(comparable(control, absent))
      const isFilter = swapped.every(({ where }) => where === 'query') && !NAMED.test(route.path)
      const refusal = FIXED[route.name]?.includes(swapped[0]?.name ?? '') ? [404, 422] : [404]
      expect(isFilter ? [200] : refusal, label).toContain(answer.status)
      const { results, data } = answer.body
      // Totals are not lists; it suffices that they equal those of an absent id.
      if (isFilter && !/^\/v1\/(analytics\/|invoices\/counts)/.test(route.path))
        expect(results ?? data ?? answer.body, label).toEqual([])
    }
  })
  const own = await send(mine, route, request)
  expect(own.status, JSON.stringify(own.body)).toBeLessThan(300)
})

/** What members alone may call, by an id in the path. */
const ofMembers = documentedRoutes().filter(
  ({ callers, inPath }) => callers === 'members' && inPath.length > 0,
)

test.each(ofMembers)(
  "$name answers another organization's id like an absent one",
  async (route) => {
    const call = await createCaller(t)
    const id = await idOfStrangers(route.inPath[0]?.name ?? '')
    const answers = await storesNothing(t.database.pool, () =>
      Promise.all(
        [id, ABSENT].map((one) => call(route, route.path.replace(/\{\w+\}/, one), route.example)),
      ),
    )
    const [foreign, absent] = answers.map((answer) => comparable(answer, { id }))
    expect(foreign?.status).toBe(404)
    expect(foreign).toEqual(absent)
  },
)

/** The id of a key, a member or an invitation of another organization. */
async function idOfStrangers(parameter: string): Promise<string> {
  const { id: organizationId } = await createTestOrganization(t.dependencies)
  const { browser } = await givenMember(t, { role: 'owner', organizationId })
  const invited = { email: 'stranger@acme.test', role: 'viewer' }
  expect((await browser.post('/v1/invitations', invited)).status).toBe(201)
  const lists: Record<string, string> = {
    apiKeyId: 'api-keys',
    memberId: 'members',
    invitationId: 'invitations',
  }
  return (await browser.get(`/v1/${lists[parameter]}`)).body.results[0].id
}

/** What can be read without an id, and once more by a text. */
const reads = keyed
  .filter(({ method, inPath, inQuery }) => {
    return method === 'GET' && inPath.length === 0 && !inQuery.some(({ required }) => required)
  })
  .flatMap((route) => {
    const isSearched = route.inQuery.some(({ name }) => name === 'search')
    const texts = isSearched ? ['a', 'n'] : []
    return [{}, ...texts.map((search) => ({ search }))].map((query) => ({ ...route, query }))
  })

/** Of these there is one for all, or none yet. */
const THE_SAME = /services|announcement-types|test-clock$|sample-invoice|mrr/

test.each(reads)('$name $query shows a new organization nothing of others', async (route) => {
  const { query } = route
  const answer = await send(newcomer, route, { query })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual(before.get(JSON.stringify([route.name, query])))
  if (THE_SAME.test(route.name) || 'search' in query) return
  expect((await send(theirs.api, route, { query })).body).not.toEqual(answer.body)
})
