import { beforeAll, describe, expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import { type Caller, createCaller } from '../support/callers.ts'
import { ABSENT, givenCustomer } from '../support/given.ts'
import { malformedParameters } from '../support/malformed.ts'
import { documentedRoutes, partsOf, type Route, type Schema } from '../support/openapi.ts'
import { useTestApp } from '../support/use-app.ts'

const routes = documentedRoutes().filter(({ path }) => path.startsWith('/v1/'))

let call: Caller
let customerId = ''

const t = useTestApp()
beforeAll(async () => {
  customerId = (await givenCustomer(t.api)).id
  call = await createCaller(t, customerId)
})

/** The address with the id of a customer, other ids that no row has, and what the route cannot do without. */
function urlOf({ path, inQuery }: Route, { name, query }: { name?: string; query: string }) {
  const needed = inQuery
    .filter((one) => one.required && one.name !== name)
    .map((one) => {
      const isId = (one.schema.format ?? one.schema.items?.format) === 'uuid'
      const other = one.schema.type === 'integer' ? '1' : '2026-03-15'
      return `${one.name}=${isId ? ABSENT : other}&`
    })
  const named = path
    .replace('{customerId}', customerId)
    .replace('{year}', '2026')
    .replace(/\{\w+\}/g, ABSENT)
  return `${named}?${needed.join('')}${query}`
}

describe('an unknown query parameter', () => {
  test('is a 400 that names it, on every route of the document', async () => {
    expect(routes.length).toBeGreaterThan(50)
    for (const route of routes) {
      const { body } = await call(route, urlOf(route, { query: 'colour=red' }), route.example)
      expect(body, `${route.name}: ${JSON.stringify(body)}`).toMatchObject({
        statusCode: 400,
        code: 'unknown_parameter',
        param: 'colour',
        message: [expect.stringMatching(/^colour is not a parameter of this request/)],
      })
    }
  })

  test('is answered with the most similar name, on every route that has any', async () => {
    for (const route of routes) {
      for (const { name } of route.inQuery) {
        const typo = `${name.slice(0, 2)}x${name.slice(2)}`
        const { body } = await call(route, urlOf(route, { name, query: `${typo}=1` }))
        expect(body.message[0], `${route.name} ${typo}`).toContain(`did you mean ${name}?`)
      }
    }
  })

  test('is listed among a few when there are hundreds', async () => {
    const query = Array.from({ length: 900 }, (_, index) => `p${index}=1`).join('&')
    const { message } = (await t.api.get(`/v1/agents?${query}`)).body
    expect(message).toHaveLength(21)
    expect(message.at(-1)).toBe('and 880 more')
  })
})

describe('a malformed parameter', () => {
  const isNamed = ({ status, body }: Awaited<ReturnType<Caller>>, name: string) =>
    status === 400 && new RegExp(`^${name}\\b`, 'm').test(messageOf({ body }))
  /** What a parameter may be, where that is said in words. */
  const acceptedBy = (schema: Schema) =>
    partsOf(schema).flatMap(([, part]) => (part.enum ?? []) as string[])

  test('in a query is a 400 that names it, and lists what is accepted', async () => {
    for (const route of routes) {
      for (const { name, schema } of route.inQuery) {
        for (const value of malformedParameters(name, schema)) {
          const url = urlOf(route, { name, query: `${name}=${encodeURIComponent(value)}` })
          const answer = await call(route, url, route.example)
          expect(isNamed(answer, name), `${url} ${JSON.stringify(answer.body)}`).toBe(true)
          for (const known of acceptedBy(schema)) expect(messageOf(answer)).toContain(known)
        }
      }
    }
  })

  test('in a path is a 400 that names it', async () => {
    for (const route of routes.filter(({ callers }) => callers !== 'visitors')) {
      for (const { name, schema } of route.inPath) {
        for (const value of malformedParameters(name, schema).filter(Boolean)) {
          const path = route.path.replace(`{${name}}`, encodeURIComponent(value))
          const answer = await call(route, path.replace(/\{\w+\}/g, ABSENT), route.example)
          expect(isNamed(answer, name), `${path} ${JSON.stringify(answer.body)}`).toBe(true)
        }
      }
    }
  })
})

describe('dates of a filter', () => {
  const takes = (name: string) => (route: Route) => route.inQuery.some((one) => one.name === name)
  const dated = routes
    .filter(takes('startDate'))
    .filter(takes('endDate'))
    .filter(({ callers }) => callers !== 'customers')

  test.each(dated)('of $name the wrong way round are a 422', async (route) => {
    for (const [start, end] of [
      ['2026-03-02', '2026-03-01'],
      ['2026-03-01T12:00:00Z', '2026-02-28T11:59:59Z'],
    ]) {
      const url = urlOf(route, { query: `startDate=${start}&endDate=${end}` })
      const { status, body } = await call(route, url)
      expect(status, JSON.stringify(body)).toBe(422)
      expect(body).toMatchObject({ code: 'dates_reversed', param: 'endDate' })
      expect(body.message).toContain('before')
    }
  })

  const lists = ['/v1/events', '/v1/events/needs-cost-backfill', '/v1/invoices']

  test.each(lists)(
    'of %s may be one day, one instant, or the earliest and latest dates',
    async (url) => {
      for (const [start, end] of [
        ['2026-03-01', '2026-03-01'],
        ['2026-03-01T12:00:00Z', '2026-03-01'],
        ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z'],
        ['0001-01-01', '9999-12-31'],
      ]) {
        const { status, body } = await t.api.get(`${url}?startDate=${start}&endDate=${end}`)
        expect(status, JSON.stringify(body)).toBe(200)
      }
    },
  )
})
