import { KNOWN_VALUES } from '../known-values.ts'
import type { Schema } from './schema.ts'

/** Merges alternatives of one text each into one list of values. */
export function asOneEnum(schema: Schema): Schema {
  const { anyOf = [], ...about } = schema
  const values = anyOf.flatMap(onlyTextOf)
  if (values.length < 2 || values.length < anyOf.length) return schema
  return { ...about, type: 'string', enum: values }
}

function onlyTextOf({ const: constant, enum: values = [constant], anyOf }: Schema): string[] {
  if (anyOf !== undefined || !Array.isArray(values) || values.length !== 1) return []
  const [value] = values
  return typeof value === 'string' ? [value] : []
}

/**
 * Returns a list of values as a text with known values, so that generated clients accept values
 * that a newer service adds. A single value stays: it tells alternatives apart.
 */
export function asOpenList(schema: Schema): Schema {
  const { enum: values, ...about } = schema
  if (!Array.isArray(values) || values.length < 2) return schema
  if (!values.every((value) => typeof value === 'string')) return schema
  const known = `One of ${values.map((value) => `\`${value}\``).join(', ')}; more may be added.`
  const { description } = about
  return {
    ...about,
    type: Array.isArray(schema.type) ? schema.type : 'string',
    description: description === undefined ? known : `${description} ${known}`,
    [KNOWN_VALUES]: values,
  }
}
