import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { asSent, refused } from '../fields.ts'
import { DOCUMENTED_PATTERNS, NAME } from '../text-patterns.ts'
import type { OperationSchemas, Schema } from './schema.ts'
import { takeNamedSchemas } from './schemas.ts'

const answers = (schema: Schema): OperationSchemas => ({
  responses: { 200: { content: { 'application/json': { schema } } } },
})
const schemaOf = (operation: OperationSchemas) =>
  operation.responses?.[200]?.content?.['application/json']?.schema

const asks = (schema: Schema): OperationSchemas => ({ parameters: [{ name: 'status', schema }] })
const askedOf = ({ parameters }: OperationSchemas) => parameters?.[0]?.schema

const status = { title: 'Status', enum: ['open', 'done'] }
const openStatus = {
  title: 'Status',
  type: 'string',
  'x-known-values': ['open', 'done'],
}
const task = { title: 'Task', type: 'object', properties: { status } }

describe('a schema with a title', () => {
  test('is defined once, and referenced wherever it is used', () => {
    const list = { type: 'array', items: task }
    const one = answers(task)
    const some = answers({ anyOf: [list, { type: 'null' }] })
    const byName = answers({ type: 'object', additionalProperties: task })
    const filter = asks(status)
    expect(takeNamedSchemas([one, some, byName, filter])).toEqual({
      Status: { type: 'string', enum: ['open', 'done'] },
      Task: { type: 'object', properties: { status: openStatus } },
    })
    const reference = { $ref: '#/components/schemas/Task' }
    expect(schemaOf(one)).toEqual(reference)
    expect(schemaOf(some)).toEqual({
      anyOf: [{ type: 'array', items: reference }, { type: 'null' }],
    })
    expect(schemaOf(byName)).toEqual({ type: 'object', additionalProperties: reference })
    expect(askedOf(filter)).toEqual({ $ref: '#/components/schemas/Status' })
  })

  test('keeps the annotations of each use', () => {
    const first = asks({ ...status, description: 'How far it is.' })
    const other = asks({ ...status, description: 'Where it begins.', default: 'open' })
    expect(takeNamedSchemas([asks(status), first, other])).toEqual({
      Status: { type: 'string', enum: ['open', 'done'], description: 'How far it is.' },
    })
    const $ref = '#/components/schemas/Status'
    expect(askedOf(first)).toEqual({ $ref })
    expect(askedOf(other)).toEqual({ $ref, description: 'Where it begins.', default: 'open' })
  })

  test('is the same where it may be null', () => {
    const free = { title: 'Free', type: 'object', additionalProperties: true }
    const orNull = answers({ ...free, type: ['object', 'null'], description: 'Null: empty.' })
    expect(takeNamedSchemas([answers(free), orNull])).toEqual({
      Free: { type: 'object', additionalProperties: true, description: 'Null: empty.' },
    })
    expect(schemaOf(orNull)).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Free' }, { type: 'null' }],
    })
  })

  test('is refused when another shape has the same title', () => {
    const other = { ...task, properties: { ...task.properties, name: { type: 'string' } } }
    expect(() => takeNamedSchemas([answers(task), answers(other)])).toThrow(/title Task/)
  })

  test('is a name for no field that happens to be called title', () => {
    const page = { type: 'object', properties: { title: { type: 'string' } } }
    const operation = answers(page)
    expect(takeNamedSchemas([operation])).toEqual({})
    expect(schemaOf(operation)).toEqual(page)
  })
})

describe('a list of values', () => {
  const kinds = { anyOf: [{ const: 'open' }, { const: 'done' }] }

  test('is closed in a request and open in an answer and in a message', () => {
    const [asked, answered, message] = [asks(kinds), answers(kinds), { requestBody: {} }]
    const body = { requestBody: { content: { 'application/json': { schema: { ...status } } } } }
    takeNamedSchemas([asked, answered, message], [body])
    expect(askedOf(asked)).toEqual({ type: 'string', enum: ['open', 'done'] })
    const { title: _, ...open } = openStatus
    expect(schemaOf(answered)).toEqual(open)
    expect(body.requestBody.content['application/json'].schema).toEqual(openStatus)
  })

  test('of one value stays, because it tells alternatives apart', () => {
    const one = answers({ type: 'object', properties: { status: { enum: ['open'] } } })
    takeNamedSchemas([one])
    expect(schemaOf(one)?.properties?.status).toEqual({ type: 'string', enum: ['open'] })
  })
})

describe('a pattern that other validators do not read', () => {
  test('is replaced by one that they do', () => {
    const name = asks({ type: 'string', pattern: NAME })
    takeNamedSchemas([name])
    expect(askedOf(name)?.pattern).toBe(DOCUMENTED_PATTERNS[NAME])
  })
})

describe('a schema with another form in the document', () => {
  test('is left out where it is refused, and described as it was sent', () => {
    const operation = answers({
      type: 'object',
      properties: {
        task: { ...asSent(Type.Array(Type.Object({}, { title: 'Task' }))) },
        old: { ...refused },
      },
    })
    expect(takeNamedSchemas([operation])).toMatchObject({ Task: { type: 'object' } })
    expect(schemaOf(operation)).toEqual({
      type: 'object',
      properties: { task: { type: 'array', items: { $ref: '#/components/schemas/Task' } } },
    })
  })
})
