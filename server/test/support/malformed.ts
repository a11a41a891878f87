import { ABSENT } from './given.ts'
import type { Schema } from './openapi.ts'

const ONE_OF_EACH_TYPE: Record<string, unknown> = {
  null: null,
  boolean: true,
  integer: 7,
  number: 1.5,
  string: 'no such value',
  array: [],
  object: {},
}

/** Values that the schema refuses, in a body. */
export function malformedValues(schema: Schema): unknown[] {
  const types = typesOf(schema)
  if (types.length === 0) return []
  const accepted = types.includes('number') ? [...types, 'integer'] : types
  const others = Object.entries(ONE_OF_EACH_TYPE).filter(([type]) => !accepted.includes(type))
  return [
    ...others.map(([, value]) => value),
    ...(types.includes('string') ? malformedTexts(schema) : []),
    ...(schema.items ? malformedValues(schema.items).map((value) => [value]) : []),
    ...outOfRange(schema),
  ]
}

/** Texts that the schema of a parameter refuses, in the path or in the query. */
export function malformedParameters(name: string, schema: Schema): string[] {
  const types = typesOf(schema)
  if (types.includes('integer')) return ['', 'x', '1.5', ...outOfRange(schema).map(String)]
  if (types.includes('boolean')) return ['', 'maybe', '2', 'null']
  if (types.includes('array')) return malformedParameters(name, schema.items ?? {})
  if (name === 'cursor') return ['x', 'older', `older-${ABSENT}`]
  const isDate = /(Date|Since|cutOff)$/.test(name)
  return [
    // No address has half of a surrogate pair.
    ...malformedTexts(schema).filter((text) => text.isWellFormed()),
    ...(isDate ? ['', 'x', '2026-02-30', '2026-13-01', '31/01/2026'] : []),
  ]
}

const alternativesOf = (schema: Schema) => schema.anyOf ?? [schema]
const typesOf = (schema: Schema) => alternativesOf(schema).flatMap(({ type }) => type ?? [])

function malformedTexts(schema: Schema): string[] {
  const lengths = alternativesOf(schema).flatMap(({ maxLength }) => maxLength ?? [])
  const tooLong = lengths.map((length) => 'x'.repeat(length + 1))
  const ids = [`${ABSENT}0`, `urn:uuid:${ABSENT}`]
  const texts = ['', ' ', 'no such value', 'a\u0007b', 'a\ud800', ...ids, ...tooLong]
  return texts.filter((text) => !alternativesOf(schema).some((one) => accepts(one, text)))
}

const FORMATS: Record<string, (text: string) => boolean> = {
  uuid: (text) => /^[0-9a-f-]{36}$/i.test(text),
  email: (text) => text.includes('@'),
}

function accepts(schema: Schema, text: string): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = '', format } = schema
  if (![schema.type].flat().includes('string')) return false
  if (schema.enum !== undefined) return schema.enum.includes(text)
  if (schema.const !== undefined) return schema.const === text
  if (format !== undefined) return FORMATS[format]?.(text) ?? !Number.isNaN(Date.parse(text))
  const isLong = text.length >= minLength && text.length <= maxLength
  // Half of a surrogate pair is refused by validation alone, because no portable pattern names it.
  return isLong && (pattern === '' || (text.isWellFormed() && new RegExp(pattern).test(text)))
}

const outOfRange = (schema: Schema): number[] =>
  alternativesOf(schema).flatMap(({ minimum, maximum }) => [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ])
