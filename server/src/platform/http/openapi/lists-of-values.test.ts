import { expect, test } from 'vitest'
import { asOpenList, describeOpenLists } from './lists-of-values.ts'
import type { Schema } from './schema.ts'

const KNOWN = 'One of `open`, `done`; more may be added.'
const open: Schema = { type: 'string', 'x-known-values': ['open', 'done'] }

const described = (schema: Schema) => {
  describeOpenLists([schema])
  return schema
}

test('an open list has its own description until its values are added', () => {
  const status = asOpenList({ enum: ['open', 'done'], description: 'State.' })
  expect(status).toEqual({ ...open, description: 'State.' })
  expect(asOpenList({ enum: ['open', 'done'] })).toEqual(open)
  expect(described(status).description).toBe(`State. ${KNOWN}`)
})

test('a list that a route declares as open is described too, unless it describes itself', () => {
  expect(described({ ...open, description: 'State.' }).description).toBe(`State. ${KNOWN}`)
  expect(described({ ...open }).description).toBe(KNOWN)
  const description = 'One of the states of the guide; more may be added.'
  expect(described({ ...open, description }).description).toBe(description)
})

test('every part of a schema is described, and the same part once', () => {
  const list = { ...open }
  const known = { ...open, description: KNOWN }
  const schema = {
    properties: { one: list, other: { anyOf: [list, { type: 'null' }] } },
    items: list,
    additionalProperties: list,
  }
  expect(described(schema)).toEqual({
    properties: { one: known, other: { anyOf: [known, { type: 'null' }] } },
    items: known,
    additionalProperties: known,
  })
})
