import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { messageOf } from '../support/app.ts'
import { givenCustomer } from '../support/given.ts'
import { followReferences } from '../support/openapi.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp({ now: () => new Date('2026-03-15T12:00:00Z') })

type Parameter = { name: string; in: string; schema: { enum?: string[] } }
type Media = { schema: Record<string, unknown>; example?: unknown; examples?: unknown }
type Operation = {
  parameters?: Parameter[]
  responses: { 200: { content: { 'application/json': Media } } }
}
const document: { paths: Record<string, { get?: Operation }> } = followReferences(
  JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')),
)

/** Paths of all figures; the one with a customer in its path is called without it. */
const FIGURES = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const isFigure =
    path.startsWith('/v1/analytics/') || path === '/v1/customers/{customerId}/revenue'
  return get && isFigure ? [{ path, operation: get }] : []
})
let customerId: string
beforeAll(async () => {
  customerId = (await givenCustomer(t.api)).id
})
const addressOf = (path: string) => path.replace('{customerId}', customerId)
const parametersOf = ({ parameters = [] }: Operation) =>
  parameters.filter((one) => one.in === 'query')

test('there are fourteen of them', () => expect(FIGURES).toHaveLength(14))

describe('an unsupported parameter value is a 400 that lists the accepted ones', () => {
  const choices = FIGURES.flatMap(({ path, operation }) =>
    parametersOf(operation)
      .filter(({ schema }) => schema.enum)
      .map(({ name, schema }) => [path, name, schema.enum ?? []] as const),
  )
  test('groupBy and breakdownBy are among them', () => {
    const names = choices.map(([path, name]) => `${path} ${name}`)
    expect(names).toContain('/v1/analytics/usage groupBy')
    expect(names).toContain('/v1/analytics/usage breakdownBy')
    expect(names).toContain('/v1/analytics/profitability groupBy')
    expect(names).toContain('/v1/analytics/mrr variant')
  })
  test.each(choices)('%s %s', async (path, name, accepted) => {
    const answer = await t.api.get(`${addressOf(path)}?${name}=moon`)
    expect(answer.status).toBe(400)
    expect(answer.body.param).toBe(name)
    for (const known of accepted) expect(messageOf(answer)).toContain(known)
  })

  const dates = FIGURES.flatMap(({ path, operation }) =>
    parametersOf(operation)
      .filter(({ name }) => ['startDate', 'endDate', 'cutOff'].includes(name))
      .map(({ name }) => [path, name] as const),
  )
  test.each(dates)('%s %s', async (path, name) => {
    for (const date of ['soon', '2026-02-30', '31.03.2026', '']) {
      const answer = await t.api.get(`${addressOf(path)}?${name}=${date}`)
      expect(answer.status, date).toBe(400)
      expect(messageOf(answer)).toContain(`${name} must be an ISO 8601 date such as 2026-03-31`)
    }
  })

  test('every figure but MRR has a window', () => {
    const withDates = new Set(dates.map(([path]) => path))
    expect(FIGURES.filter(({ path }) => !withDates.has(path)).map(({ path }) => path)).toEqual([
      '/v1/analytics/mrr',
    ])
  })
})

describe('the example of an answer matches its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)

  test.each(FIGURES.map(({ path, operation }) => [path, operation] as const))(
    '%s',
    (_, operation) => {
      const media = operation.responses[200].content['application/json']
      const { examples } = media.schema as { examples?: unknown[] }
      const all = [...(examples ?? []), ...(media.example ? [media.example] : [])]
      expect(all.length).toBeGreaterThan(0)
      const validate = ajv.compile(closed(media.schema))
      for (const example of all) {
        validate(example)
        expect(validate.errors ?? []).toEqual([])
      }
    },
  )
})

/** Returns a schema that refuses undocumented fields. */
function closed(schema: unknown): Record<string, unknown> {
  const close = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(close)
    if (typeof value !== 'object' || value === null) return value
    const parts = Object.fromEntries(
      Object.entries(value)
        .filter(([keyword]) => keyword !== 'examples')
        .map(([keyword, part]) => [keyword, close(part)]),
    )
    return 'properties' in value && !('additionalProperties' in value)
      ? { ...parts, additionalProperties: false }
      : parts
  }
  return close(schema) as Record<string, unknown>
}
