import { beforeAll, describe, expect, test } from 'vitest'
import { ABSENT, givenCustomer } from '../support/given.ts'
import { followReferences } from '../support/openapi.ts'
import { type Browser, givenMember } from '../support/people.ts'
import { givenPortal } from '../support/portal.ts'
import { useTestApp } from '../support/use-app.ts'

let browser: Browser
let portal: Browser

const t = useTestApp()
beforeAll(async () => {
  await t.app.ready()
  browser = (await givenMember(t, { role: 'owner' })).browser
  portal = await givenPortal(t, t.api, (await givenCustomer(t.api)).id)
})

type Examples = { example?: unknown; examples?: Record<string, { value: unknown }> }
type Schema = { format?: string; items?: { format?: string } }
type Operation = {
  'x-callers': string
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': Examples } }
}
type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  callers: string
  url: string
  body: unknown
  known: string[]
  /** Required query parameters. */
  needed: string
}

/** Lists every documented route with an example of its body. */
function calls(): Call[] {
  const { paths: described } = followReferences(t.app.swagger())
  const paths = described as unknown as Record<string, Record<string, Operation>>
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, { parameters = [], requestBody, 'x-callers': callers }]) => ({
          method: method.toUpperCase() as Call['method'],
          callers,
          url: path.replace(/\{\w+\}/g, ABSENT),
          body: exampleOf(requestBody),
          known: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
          needed: parameters
            .filter((one) => one.in === 'query' && one.required)
            .map(({ name, schema: { format, items } }) => {
              const isId = (format ?? items?.format) === 'uuid'
              return `${name}=${isId ? ABSENT : 'x'}&`
            })
            .join(''),
        }),
      ),
    )
}

function exampleOf(requestBody: Operation['requestBody']): unknown {
  const json = requestBody?.content['application/json']
  return json?.example ?? Object.values(json?.examples ?? {})[0]?.value
}

async function send({ method, url, body, callers }: Call, query: string) {
  if (callers !== 'keys and members') {
    const caller = callers === 'customers' ? portal : browser
    return (await caller.call(method, `${url}?${query}`, body)).body
  }
  const response = await t.app.inject({
    method,
    url: `${url}?${query}`,
    headers: { 'x-api-key': t.organization.secretKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return response.json()
}

describe('an unknown query parameter', () => {
  test('is a 400 that names it, on every route of the document', async () => {
    const all = calls()
    expect(all.length).toBeGreaterThan(50)
    for (const call of all) {
      const answer = await send(call, `${call.needed}colour=red`)
      const where = `${call.method} ${call.url}: ${JSON.stringify(answer)}`
      expect(answer, where).toMatchObject({
        statusCode: 400,
        code: 'unknown_parameter',
        param: 'colour',
        message: [expect.stringMatching(/^colour is not a parameter of this request/)],
      })
    }
  })

  test('is answered with the most similar name, on every route that has any', async () => {
    for (const call of calls()) {
      for (const name of call.known) {
        const typo = `${name.slice(0, 2)}x${name.slice(2)}`
        const { message } = await send(call, `${typo}=1`)
        const where = `${call.method} ${call.url} ${typo}: ${message}`
        expect(message[0], where).toContain(`did you mean ${name}?`)
      }
    }
  })

  test('is listed among a few when there are hundreds', async () => {
    const query = Array.from({ length: 900 }, (_, index) => `p${index}=1`).join('&')
    const { message } = await send(
      {
        callers: 'keys and members',
        method: 'GET',
        url: '/v1/agents',
        body: undefined,
        known: [],
        needed: '',
      },
      query,
    )
    expect(message).toHaveLength(21)
    expect(message.at(-1)).toBe('and 880 more')
  })
})

describe('dates of a filter', () => {
  const lists = ['/v1/events', '/v1/events/needs-cost-backfill', '/v1/invoices']

  test.each(lists)('of %s the wrong way round are a 422', async (url) => {
    for (const [start, end] of [
      ['2026-03-02', '2026-03-01'],
      ['2026-03-01T12:00:00Z', '2026-03-01T11:59:59Z'],
    ]) {
      const { status, body } = await t.api.get(`${url}?startDate=${start}&endDate=${end}`)
      expect(status, JSON.stringify(body)).toBe(422)
      expect(body).toMatchObject({ code: 'dates_reversed', param: 'endDate' })
      expect(body.message).toContain('before')
    }
  })

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
