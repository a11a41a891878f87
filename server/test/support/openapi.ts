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

/** As much of a JSON schema as the API document uses for what requests send. */
export type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  anyOf?: Schema[]
}

type Parameter = {
  in: 'path' | 'query' | 'header'
  name: string
  required?: boolean
  schema: Schema
}
type Content = { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
type Operation = {
  operationId: string
  'x-callers'?: string
  'x-permission'?: string | null
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}

export type Route = ReturnType<typeof documentedRoutes>[number]

/** Every operation of the API document: who may call it, and what it takes. */
export function documentedRoutes() {
  const document = followReferences(JSON.parse(readFileSync(FILE, 'utf8')))
  const paths = document.paths as Record<string, Record<string, Operation>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters = [], requestBody, responses, operationId } = operation
      const [content] = Object.values(requestBody?.content ?? {})
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase() as Method,
        path,
        operationId,
        answer: Object.entries(responses).find(([status]) => status < '300')?.[1].content?.[
          'application/json'
        ],
        callers: operation['x-callers'],
        permission: operation['x-permission'],
        inPath: parameters.filter((one) => one.in === 'path'),
        inQuery: parameters.filter((one) => one.in === 'query'),
        body: content?.schema,
        example: content?.example ?? Object.values(content?.examples ?? {})[0]?.value,
      }
    }),
  )
}

/** A schema and all inside it, each with its place: `records[].model`. */
export function partsOf(schema: Schema, place = ''): [place: string, part: Schema][] {
  const { properties = {}, items, anyOf = [] } = schema
  return [
    [place, schema],
    ...Object.entries(properties).flatMap(([name, part]) =>
      partsOf(part, place === '' ? name : `${place}.${name}`),
    ),
    ...(items ? partsOf(items, `${place}[]`) : []),
    ...anyOf.flatMap((part) => partsOf(part, place)),
  ]
}
