/** What a JSON schema says of the size of a value and of its parts. */
export type SizedSchema = {
  type?: string | readonly string[]
  maxLength?: number
  maxItems?: number
  items?: SizedSchema
  properties?: Readonly<Record<string, SizedSchema>>
  additionalProperties?: boolean
  anyOf?: readonly SizedSchema[]
}

/** So many unknown fields of an object are looked at; the others are only counted. */
const UNKNOWN_MAX = 20

/**
 * A copy of a body that was refused, cut to a little more than its schema allows. Finding every
 * problem of the whole would take seconds, and one more item than allowed is found to be too many
 * just as well. `dropped` counts the unknown fields that were left out.
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

/** Of the schemas that a value may follow, the one that says what is in it. */
function branchFor(schema: SizedSchema, value: object): SizedSchema {
  const kind = Array.isArray(value) ? 'array' : 'object'
  return schema.anyOf?.find(({ type }) => [type].flat().includes(kind)) ?? schema
}

/** Patterns can take for ever on long texts; a character may be two code units. */
function cutText(text: string, schema: SizedSchema): string {
  const limits = [schema, ...(schema.anyOf ?? [])].flatMap(({ maxLength }) => maxLength ?? [])
  return limits.length === 0 ? text : text.slice(0, 2 * Math.max(...limits) + 2)
}
