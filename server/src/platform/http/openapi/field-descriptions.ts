import type { OperationSchemas, Schema } from './schema.ts'

/** Texts about fields whose schemas have none. */
export type FieldTexts = {
  /**
   * - `Invoice.memo`: the field of one schema
   * - `memo|null`: a field that may be null, in every other schema
   * - `memo`: a field that is never null, in every other schema; a parameter of a path
   * - `?page`: a parameter of a query
   */
  descriptions: Readonly<Record<string, string>>
  /** Returns what null means, for a field whose description does not say it. */
  nullMeaningOf: (title: string, name: string, description: string) => string | undefined
}

type Schemas = Readonly<Record<string, Schema>>

/**
 * Describes every field of the named schemas, also the meaning of null. A schema's own description
 * takes precedence.
 */
export function describeFields(
  schemas: Schemas,
  { descriptions, nullMeaningOf }: FieldTexts,
): void {
  for (const [title, { properties = {} }] of Object.entries(schemas)) {
    for (const [name, field] of Object.entries(properties)) {
      const mayBeNull = isNullable(field)
      const description =
        field.description ??
        descriptions[`${title}.${name}`] ??
        descriptionInside(field, schemas) ??
        descriptions[mayBeNull ? `${name}|null` : name]
      if (typeof description !== 'string') continue
      field.description = description
      if (!mayBeNull || /\bnull\b/i.test(description)) continue
      const meaning = nullMeaningOf(title, name, description)
      if (meaning !== undefined) field.description = `${description} ${meaning}`
    }
  }
}

/** Describes the parameters of an operation; their own descriptions take precedence. */
export function describeParameters(
  { parameters = [] }: OperationSchemas,
  { descriptions }: FieldTexts,
): void {
  for (const parameter of parameters) {
    const { in: place, name, description = parameter.schema?.description } = parameter
    if (description !== undefined) continue
    const found = descriptions[place === 'query' ? `?${name}` : `${name}`]
    if (found !== undefined) parameter.description = found
  }
}

/** Returns the description of the alternative or the named schema that a field consists of. */
function descriptionInside(schema: Schema, schemas: Schemas): string | undefined {
  const { $ref, anyOf = [], allOf = [] } = schema
  const named = $ref === undefined ? undefined : schemas[$ref.slice($ref.lastIndexOf('/') + 1)]
  const parts = [...(named ? [named] : []), ...anyOf, ...allOf]
  for (const part of parts) {
    const found = part.description ?? descriptionInside(part, schemas)
    if (typeof found === 'string') return found
  }
  return undefined
}

const isNullable = ({ type, anyOf = [] }: Schema): boolean =>
  [type].flat().includes('null') || anyOf.some(isNullable)
