/** The parts of a JSON schema that limit the size of a value. */
export type SizedSchema = {
  type?: string | readonly string[]
  maxLength?: number
  maxItems?: number
  items?: SizedSchema
  properties?: Readonly<Record<string, SizedSchema>>
  additionalProperties?: boolean
  anyOf?: readonly SizedSchema[]
}

/**
 * Maximum number of unknown fields of an object that are validated; further ones are only counted.
 */
const UNKNOWN_MAX = 20

/**
 * Returns a copy of a refused body, cut to slightly more than its schema allows. Finding every
 * problem of the whole body would take seconds, and one item too many is enough to report the
 * excess. `dropped` is the number of omitted unknown fields.
 */
export function bounded(schema: SizedSchema, whole: unknown): { value: unknown; dropped: number } {
  let dropped = 0
  const cut = (part: SizedSchema | undefined, value: unknown): unknown => {
    if (part === undefined) return value
    if (typeof value === 'string') return cutText(value, part)
    if (typeof value !== 'object' || value === null) return value
    const shape = branchFor(part, value)
    if (Array.isArray(value)) {
      return value.slice(0, (shape.maxItems ?? value.length) + 1).map((it) => cut(shape.items, it))
    }
    const { properties = {}, additionalProperties = true } = shape
    const members = value as Record<string, unknown>
    const kept: [string, unknown][] = []
    let unknown = 0
    for (const name of Object.keys(members)) {
      const isKnown = Object.hasOwn(properties, name)
      if (!isKnown && !additionalProperties && ++unknown > UNKNOWN_MAX) continue
      kept.push([name, isKnown ? cut(properties[name], members[name]) : members[name]])
    }
    dropped += Math.max(0, unknown - UNKNOWN_MAX)
    return Object.fromEntries(kept)
  }
  return { value: cut(schema, whole), dropped }
}

/** Returns the alternative of a schema that describes the content of a value. */
function branchFor(schema: SizedSchema, value: object): SizedSchema {
  const kind = Array.isArray(value) ? 'array' : 'object'
  return schema.anyOf?.find(({ type }) => [type].flat().includes(kind)) ?? schema
}

/** Cuts long texts, on which patterns can be extremely slow. A character may be two code units. */
function cutText(text: string, schema: SizedSchema): string {
  const limits = [schema, ...(schema.anyOf ?? [])].flatMap(({ maxLength }) => maxLength ?? [])
  return limits.length === 0 ? text : text.slice(0, 2 * Math.max(...limits) + 2)
}
