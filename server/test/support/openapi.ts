import { readFileSync } from 'node:fs'

type Value = Record<string, unknown>

/**
 * Returns the document with every reference replaced by its target, for tests that walk through it.
 */
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

const FILE = new URL('../../../openapi.json', import.meta.url)

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type Paths = Record<string, Record<string, Described>>
type Described = { 'x-callers'?: string; 'x-permission'?: string | null }

/** Lists every operation of the API document with its authorization. */
export function documentedRoutes() {
  const { paths } = JSON.parse(readFileSync(FILE, 'utf8')) as { paths: Paths }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase() as Method,
      path,
      callers: operation['x-callers'],
      permission: operation['x-permission'],
    })),
  )
}
