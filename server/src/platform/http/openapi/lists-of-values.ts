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
 * that a newer service adds. A single value stays: it distinguishes alternatives.
 */
export function asOpenList(schema: Schema): Schema {
  const { enum: values, ...about } = schema
  if (!Array.isArray(values) || values.length < 2) return schema
  if (!values.every((value) => typeof value === 'string')) return schema
  return {
    ...about,
    type: Array.isArray(schema.type) ? schema.type : 'string',
    [KNOWN_VALUES]: values,
  }
}

/** Adds the known values to the description of every open list in the schemas. */
export function describeOpenLists(schemas: readonly Schema[]): void {
  for (const schema of schemas) {
    const { [KNOWN_VALUES]: values, properties = {}, items, anyOf = [], allOf = [] } = schema
    if (Array.isArray(values)) schema.description = withValues(schema.description, values)
    const { additionalProperties: others } = schema
    describeOpenLists([
      ...Object.values(properties),
      ...(items ? [items] : []),
      ...anyOf,
      ...allOf,
      ...(typeof others === 'object' ? [others] : []),
    ])
  }
}

const MORE = 'more may be added.'

/** Returns a description with the values at its end, unless it already says that there may be more. */
function withValues(description: unknown, values: readonly unknown[]): string {
  const known = `One of ${values.map((value) => `\`${value}\``).join(', ')}; ${MORE}`
  if (typeof description !== 'string') return known
  return description.endsWith(MORE) ? description : `${description} ${known}`
}
