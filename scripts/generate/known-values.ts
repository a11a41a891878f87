/**
 * The API document shows a list of values in an answer as a text with `x-known-values`, because a
 * newer service may add values. Generated types name the known ones.
 */

const KNOWN_VALUES = 'x-known-values'
/** A value that stands for every text; the types replace it. */
export const ANY_TEXT = '<any text>'

type Value = Record<string, unknown>
type Document = { components: { schemas: Record<string, unknown> } }

/**
 * Returns the document with every list of known values as an enum, named by its title. With
 * `isOpen`, answers may have any other text too.
 */
export function withKnownValues(document: string, { isOpen }: { isOpen: boolean }): string {
  const whole = JSON.parse(document) as Document
  const named = new Map<string, Value>()
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const schema = value as Value
    if (Array.isArray(schema[KNOWN_VALUES])) return listOf(schema)
    // Examples of bodies would double the size of the types.
    const isShown = (name: string) => name !== 'example' || !('schema' in schema)
    const parts = Object.entries(schema).filter(([name]) => isShown(name))
    return Object.fromEntries(parts.map(([name, part]) => [name, visit(part)]))
  }
  const listOf = ({ title, [KNOWN_VALUES]: values, description, ...about }: Value) => {
    const list = { ...about, type: 'string', enum: values }
    const known = typeof title === 'string' ? { $ref: `#/components/schemas/${title}` } : list
    if (typeof title === 'string') named.set(title, { ...list, description })
    return isOpen
      ? { description, anyOf: [known, { type: 'string', enum: [ANY_TEXT] }] }
      : { description, ...known }
  }
  const visited = visit(whole) as Document
  const { schemas } = visited.components
  for (const [title, list] of named) schemas[title] ??= list
  return JSON.stringify(visited)
}
