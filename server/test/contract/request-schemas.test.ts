import { beforeAll, describe, expect, test } from 'vitest'
import { IN_WORDS } from '../../src/platform/http/text-patterns.ts'
import { followReferences } from '../support/openapi.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp()
beforeAll(async () => {
  await t.app.ready()
})

type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  maxLength?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean
  anyOf?: Schema[]
}
type Operation = {
  operationId: string
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** Lists the schemas of everything that requests send, with their places. */
function sentSchemas(): [place: string, schema: Schema][] {
  const { paths: described } = followReferences(t.app.swagger())
  const paths = described as unknown as Record<string, Record<string, Operation>>
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([, operations]) => Object.values(operations))
    .flatMap(({ operationId, parameters = [], requestBody }) => [
      ...parameters
        .filter((one) => one.in !== 'header')
        .flatMap(({ name, schema }) => parts(`${operationId} ${name}`, schema)),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => {
        return parts(`${operationId} body`, schema)
      }),
    ])
}

function parts(place: string, schema: Schema): [string, Schema][] {
  return [
    [place, schema],
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
      return parts(`${place}.${name}`, part)
    }),
    ...(schema.items ? parts(`${place}[]`, schema.items) : []),
    ...(schema.anyOf ?? []).flatMap((part) => parts(place, part)),
  ]
}

const isOf = (schema: Schema, type: string) => [schema.type].flat().includes(type)
/** Formats that bound the length: validation of a long text fails at its first character. */
const SHORT_FORMATS = ['uuid', 'date', 'date-time']

describe('whatever a request sends', () => {
  test('has a longest length when it is a text', () => {
    const endless = sentSchemas().filter(
      ([, schema]) =>
        isOf(schema, 'string') &&
        schema.maxLength === undefined &&
        schema.enum === undefined &&
        schema.const === undefined &&
        !SHORT_FORMATS.includes(schema.format ?? ''),
    )
    expect(endless.map(([place]) => place)).toEqual([])
  })

  test('has a largest number of entries when it is a list', () => {
    const endless = sentSchemas().filter(
      ([, one]) => isOf(one, 'array') && one.maxItems === undefined,
    )
    expect(endless.map(([place]) => place)).toEqual([])
  })

  test('describes the accepted pattern in words', () => {
    const patterns = sentSchemas().flatMap(([, { pattern }]) => pattern ?? [])
    expect(patterns.length).toBeGreaterThan(20)
    expect(patterns.filter((pattern) => IN_WORDS[pattern] === undefined)).toEqual([])
  })
})
