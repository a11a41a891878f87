import { beforeAll, expect, test } from 'vitest'
import { type Caller, createCaller } from '../support/callers.ts'
import { ABSENT, type Fields } from '../support/given.ts'
import { malformedValues } from '../support/malformed.ts'
import { documentedRoutes, type Schema } from '../support/openapi.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { useTestApp } from '../support/use-app.ts'

let call: Caller

const t = useTestApp()
beforeAll(async () => {
  call = await createCaller(t)
})

/** Records of usage and prices are read one by one, each by the kind that it is of. */
const READ_BY_KIND = /^POST \/v1\/(usage|otlp|ingest)\/|\/pricing-strategies|\/prices\//

const routes = documentedRoutes().flatMap((route) => {
  const { name, body, path } = route
  if (body === undefined || READ_BY_KIND.test(name)) return []
  return [{ ...route, body, url: path.replace(/\{\w+\}/g, ABSENT) }]
})
type Route = (typeof routes)[number]
type Part = { place: string; schema: Schema; fields: Fields }

/** The objects of a body, as far as its schema says which fields they have. */
function objectsIn(schema: Schema, value: unknown, place = ''): Part[] {
  if (Array.isArray(value)) return objectsIn(schema.items ?? {}, value[0], `${place}[0]`)
  const { properties, additionalProperties } = schema
  if (properties === undefined || additionalProperties !== false) return []
  const fields = value as Fields
  const inside = Object.entries(fields).flatMap(([name, part]) =>
    objectsIn(properties[name] ?? {}, part, place === '' ? name : `${place}.${name}`),
  )
  return [{ place, schema, fields }, ...inside]
}

/** The example of the document with other values in one of its objects, and their places. */
const changed = ({ body, example }: Route, changesOf: (schema: Schema) => Fields[]) =>
  objectsIn(body, example).flatMap(({ place, schema }, index) =>
    changesOf(schema).map((change) => {
      const sent = structuredClone(example)
      Object.assign(objectsIn(body, sent)[index]?.fields ?? {}, change)
      const names = Object.keys(change).map((name) => (place === '' ? name : `${place}.${name}`))
      return { sent, names }
    }),
  )

const unknownField = () => [{ colour: 'red' }, { constructor: 'red' }]
const missingFields = ({ required = [] }: Schema) => required.map((name) => ({ [name]: undefined }))

/** So many at once: an answer says twenty things at most, and of some fields two. */
const NAMED_MAX = 10

/** Read by the service itself, after the schema, because gateways send long floats. */
const READ_LATER = ['reportedCostUsd']

/** Of every field its first malformed value, then of every field its second one, and so on. */
function malformedFields({ properties = {} }: Schema): Fields[] {
  const changes: Fields[] = []
  for (const [name, schema] of Object.entries(properties)) {
    if (READ_LATER.includes(name)) continue
    for (const value of malformedValues(schema)) {
      const isFree = (one: Fields) => !(name in one) && Object.keys(one).length < NAMED_MAX
      const change = changes.find(isFree)
      if (change) change[name] = value
      else changes.push({ [name]: value })
    }
  }
  return changes
}

test.each(routes)('$name names what is wrong with its body', async (route) => {
  const send = async (sent: unknown) => {
    const answer = await call(route, route.url, sent)
    expect(answer.status, JSON.stringify([sent, answer.body])).toBe(400)
    return answer.body
  }
  await storesNothing(t.database.pool, async () => {
    for (const { sent, names } of changed(route, unknownField)) {
      expect(await send(sent)).toMatchObject({ code: 'unknown_field', param: names[0] })
    }
    for (const { sent, names } of changed(route, missingFields)) {
      expect(await send(sent)).toMatchObject({ code: 'missing_field', param: names[0] })
    }
    for (const { sent, names } of changed(route, malformedFields)) {
      const problems: string[] = (await send(sent)).message
      const named = problems.map((one) => one.replace(/(\[\d+\])? .*/s, ''))
      expect(named).toEqual(expect.arrayContaining(names))
    }
    // Some bodies may be left out.
    for (const sent of malformedValues(route.body)) if (sent !== null) await send(sent)
  })
})
