import { expect, test } from 'vitest'
import { ANY_TEXT, withKnownValues } from './known-values.ts'

const status = {
  type: 'string',
  title: 'Status',
  description: 'State.',
  'x-known-values': ['a', 'b'],
}
const document = (schema: object) =>
  JSON.stringify({ components: { schemas: { Task: { properties: { status: schema } } } } })
const schemasOf = (schema: object, isOpen: boolean) =>
  JSON.parse(withKnownValues(document(schema), { isOpen })).components.schemas

const $ref = '#/components/schemas/Status'

test('known values are an enum that has the name of their title', () => {
  expect(schemasOf(status, false)).toEqual({
    Task: { properties: { status: { description: 'State.', $ref } } },
    Status: { type: 'string', description: 'State.', enum: ['a', 'b'] },
  })
})

test('an open list takes any other text too', () => {
  const { Task } = schemasOf(status, true)
  const anyText = { type: 'string', enum: [ANY_TEXT] }
  expect(Task.properties.status).toEqual({ description: 'State.', anyOf: [{ $ref }, anyText] })
})

test('known values without a title stay in place', () => {
  const { title: _, ...unnamed } = status
  expect(schemasOf(unnamed, false)).toEqual({
    Task: { properties: { status: { type: 'string', description: 'State.', enum: ['a', 'b'] } } },
  })
})
