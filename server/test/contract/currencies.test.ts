import { expect, test } from 'vitest'
import document from '../../../openapi.json' with { type: 'json' }
import { followReferences } from '../support/openapi.ts'

type Schema = {
  description?: string
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

const MONEY = /(amount|total|price|rate|fee|credit|balance|revenue|margin|cost)(usd)?$/i
const NO_MONEY = new Set(['taxRate'])
/** The description names the currency where no other field of the object does. */
const SAYS_CURRENCY = /USD|currency/

const partsOf = ({ anyOf = [], items }: Schema) => [...anyOf, ...(items ? [items] : [])]
const isAmount = (schema: Schema): boolean =>
  schema.type === 'number' || schema.type === 'string' || (schema.anyOf ?? []).some(isAmount)

/**
 * Returns amounts whose currency is named neither by an object around them nor by their name or
 * description.
 */
function unsaid(schema: Schema, path: string, isKnown: boolean): string[] {
  const { properties = {} } = schema
  const knows = isKnown || 'currency' in properties
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const at = `${path}.${name}`
    const isMoney = MONEY.test(name) && !NO_MONEY.has(name) && isAmount(field)
    const isSaid = knows || /Usd$/.test(name) || SAYS_CURRENCY.test(field.description ?? '')
    return [...(isMoney && !isSaid ? [at] : []), ...unsaid(field, at, knows)]
  })
  return [...own, ...partsOf(schema).flatMap((part) => unsaid(part, path, knows))]
}

test('every amount in an answer has a currency', () => {
  const { paths } = followReferences(document) as unknown as {
    paths: Record<string, Record<string, { responses: Record<string, Answer> }>>
  }
  type Answer = { content?: Record<string, { schema: Schema }> }
  const answers = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.entries(responses).flatMap(([status, { content }]) =>
        status.startsWith('2')
          ? Object.values(content ?? {}).map(({ schema }) => ({ at: `${method} ${path}`, schema }))
          : [],
      ),
    ),
  )
  expect(answers.length).toBeGreaterThan(50)
  expect(answers.flatMap(({ at, schema }) => unsaid(schema, at, false))).toEqual([])
})
