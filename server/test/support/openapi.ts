type Value = Record<string, unknown>

/** The document with what each reference leads to in its place, for tests that walk through it. */
export function followReferences<T>(document: T): T {
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...own } = value as Value
    if (typeof $ref === 'string') return follow({ ...targetOf(document, $ref), ...own })
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, follow(part)]))
  }
  return follow(document) as T
}

function targetOf(document: unknown, reference: string): Value {
  const keys = reference.replace(/^#\//, '').split('/')
  const target = keys.reduce((value, key) => (value as Value | undefined)?.[key], document)
  if (typeof target !== 'object') throw new Error(`${reference} leads nowhere`)
  return target as Value
}
