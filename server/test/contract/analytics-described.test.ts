import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { schemaCompiler } from '../../../scripts/document/schema-compiler.ts'
import { followReferences } from '../support/openapi.ts'

type Parameter = { name: string }
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
test('there are sixteen of them', () => expect(FIGURES).toHaveLength(16))

test('every figure but MRR has a window', () => {
  const isOpen = ({ operation: { parameters = [] } }: (typeof FIGURES)[number]) =>
    !parameters.some(({ name }) => name === 'startDate')
  expect(FIGURES.filter(isOpen).map(({ path }) => path)).toEqual(['/v1/analytics/mrr'])
})

describe('the example of an answer matches its schema', () => {
  const compile = schemaCompiler({})

  test.each(FIGURES.map(({ path, operation }) => [path, operation] as const))(
    '%s',
    (_, operation) => {
      const media = operation.responses[200].content['application/json']
      const { examples } = media.schema as { examples?: unknown[] }
      const all = [...(examples ?? []), ...(media.example ? [media.example] : [])]
      expect(all.length).toBeGreaterThan(0)
      const validate = compile(closed(media.schema))
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
