import { expect, test } from 'vitest'
import { describeFields } from './field-descriptions.ts'
import type { Schema } from './schema.ts'

const text = { type: 'string' }
const described = (schemas: Record<string, Schema>, descriptions: Record<string, string>) => {
  describeFields(schemas, { descriptions, nullMeaningOf: () => 'Null: none.' })
  return Object.values(schemas).flatMap(({ properties = {} }) =>
    Object.values(properties).map(({ description }) => description),
  )
}

test('a field keeps its own description', () => {
  const properties = { memo: { ...text, description: 'Own.' } }
  expect(described({ Invoice: { properties } }, { memo: 'General.' })).toEqual(['Own.'])
})

test('a description of one schema precedes the general one', () => {
  const schemas = () => ({ Invoice: { properties: { memo: { ...text } } } })
  const both = { memo: 'General.', 'Invoice.memo': 'Of invoices.' }
  expect(described(schemas(), both)).toEqual(['Of invoices.'])
  expect(described(schemas(), { memo: 'General.' })).toEqual(['General.'])
})

test('a field that may be null has a description that says so', () => {
  const properties = { memo: { anyOf: [text, { type: 'null' }] } }
  const both = { memo: 'General.', 'memo|null': 'Null: none.' }
  expect(described({ Invoice: { properties } }, both)).toEqual(['Null: none.'])
})

test('a description without the meaning of null is completed', () => {
  const memo = { anyOf: [{ ...text, description: 'Own.' }, { type: 'null' }] }
  expect(described({ Invoice: { properties: { memo } } }, {})).toEqual(['Own. Null: none.'])
})

test('a field has the description of its alternative or of its named schema', () => {
  const properties = {
    memo: { anyOf: [{ ...text, description: 'Null: of the alternative.' }, { type: 'null' }] },
    buyer: { $ref: '#/components/schemas/Buyer' },
  }
  const schemas = { Invoice: { properties }, Buyer: { description: 'Who pays.' } }
  expect(described(schemas, {})).toEqual(['Null: of the alternative.', 'Who pays.'])
})
