import { strict as assert } from 'node:assert'
import { isDeepStrictEqual } from 'node:util'
import { DOCUMENTED_AS } from '../fields.ts'
import { KNOWN_VALUES } from '../known-values.ts'
import { DOCUMENTED_PATTERNS } from '../text-patterns.ts'
import { asOneEnum, asOpenList } from './lists-of-values.ts'
import type { Content, Media, OperationSchemas, Schema } from './schema.ts'

/**
 * Keywords that may differ between uses of a schema. Any other difference makes it a different
 * schema.
 */
const ANNOTATIONS = ['description', 'examples', 'default']

/**
 * Moves every schema with a title into components, and leaves references with the annotations that
 * differ. Throws for two different schemas with one title, because generated clients would get one
 * of them wrong. Lists of values are closed in requests and open in what the service sends: in
 * responses, and in the messages of `webhooks`.
 */
export function takeNamedSchemas(
  operations: readonly OperationSchemas[],
  webhooks: readonly OperationSchemas[] = [],
): Record<string, Schema> {
  const named = new Map<string, Named>()
  const reader = (from: 'caller' | 'service') => {
    const read = (schema: Schema): Schema => {
      const whole = asOneEnum(documented(schema))
      return refer(from === 'service' ? asOpenList(whole) : whole, read)
    }
    return read
  }
  const refer = (schema: Schema, read: (part: Schema) => Schema): Schema => {
    const parts = withParts(schema, read)
    if (KNOWN_VALUES in parts) return parts
    const { title, type } = parts
    if (title === undefined) return parts
    const byName = (one: Schema) => referenceTo(named, title, one)
    return Array.isArray(type) && type.includes('null') ? orNull(parts, byName) : byName(parts)
  }
  const mediaOf = (contents: readonly (Content | undefined)[]) =>
    contents.flatMap((one) => Object.values(one?.content ?? {}))
  const readAll = (media: readonly Media[], read: (schema: Schema) => Schema) => {
    for (const one of media) if (one.schema) one.schema = read(one.schema)
  }
  const [sent, received] = [reader('caller'), reader('service')]
  for (const { parameters = [], requestBody, responses = {} } of operations) {
    readAll([...parameters, ...mediaOf([requestBody])], sent)
    readAll(mediaOf(Object.values(responses)), received)
  }
  for (const { requestBody } of webhooks) readAll(mediaOf([requestBody]), received)
  const byTitle = [...named].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    byTitle.map(([title, { said, shape }]) => [title, { ...said, ...shape }]),
  )
}

function documented(schema: Schema): Schema {
  const { [DOCUMENTED_AS]: other, ...about } = schema
  return withReadablePattern(typeof other === 'object' ? { ...other, ...about } : schema)
}

function withReadablePattern(schema: Schema): Schema {
  const { pattern, ...others } = schema
  if (typeof pattern !== 'string' || !Object.hasOwn(DOCUMENTED_PATTERNS, pattern)) return schema
  const shown = DOCUMENTED_PATTERNS[pattern]
  return shown === undefined ? others : { ...others, pattern: shown }
}

/** Moves null out of a named schema, which is then referenced as "this or null". */
function orNull(schema: Schema, byName: (schema: Schema) => Schema): Schema {
  const [type, ...others] = [schema.type ?? []].flat().filter((one) => one !== 'null')
  assert(type !== undefined && others.length === 0, `${schema.title} is one thing, or null`)
  const { $ref, ...about } = byName({ ...schema, type })
  return { anyOf: [{ $ref: String($ref) }, { type: 'null' }], ...about }
}

/** Returns the schema with every nested schema replaced. */
function withParts(schema: Schema, replace: (part: Schema) => Schema): Schema {
  const { properties, items, anyOf, allOf, additionalProperties } = schema
  return {
    ...schema,
    // Set only in the document: in a route's schema, the type would change how responses are
    // serialized.
    ...(Array.isArray(schema.enum) && schema.enum.every(isText) && { type: 'string' }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties)
          .filter(([, part]) => part[DOCUMENTED_AS] !== false)
          .map(([name, part]) => [name, replace(part)]),
      ),
    }),
    ...(items && { items: replace(items) }),
    ...(anyOf && { anyOf: anyOf.map(replace) }),
    ...(allOf && { allOf: allOf.map(replace) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: replace(additionalProperties),
    }),
  }
}

const isText = (value: unknown) => typeof value === 'string'

type Named = { shape: Schema; said: Schema }

function referenceTo(named: Map<string, Named>, title: string, schema: Schema): Schema {
  const { shape, said } = split(schema)
  const known = named.get(title)
  if (known && !isDeepStrictEqual(known.shape, shape)) {
    throw new Error(`Two different schemas have the title ${title}: give one of them another title`)
  }
  const { default: preset, ...about } = said
  const whole = { shape, said: { ...about, ...known?.said } }
  named.set(title, whole)
  const own = Object.entries({ ...about, default: preset }).filter(([keyword, value]) => {
    return value !== undefined && !isDeepStrictEqual(value, whole.said[keyword])
  })
  return { $ref: `#/components/schemas/${title}`, ...Object.fromEntries(own) }
}

/** Splits a schema into its shape and its annotations. The title is its name. */
function split({ title: _, ...schema }: Schema): Named {
  const isSaid = ([keyword]: [string, unknown]) => ANNOTATIONS.includes(keyword)
  const keywords = Object.entries(schema)
  return {
    shape: Object.fromEntries(keywords.filter((one) => !isSaid(one))),
    said: Object.fromEntries(keywords.filter(isSaid)),
  }
}
