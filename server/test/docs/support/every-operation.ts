import { followReferences } from '../../support/openapi.ts'

type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  examples?: unknown[]
}
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Media = { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': Media } }
  responses: Record<string, { content?: Record<string, unknown> }>
}

/**
 * Returns a program that calls each operation of the document once, with the types of
 * openapi-typescript: absent ids, required parameters, and the example of its body. It prints each
 * operation with its status.
 */
export function callingEveryOperation(
  document: string,
  { url, key }: { url: string; key: string },
): { count: number; text: string } {
  const { paths } = followReferences<{ paths: Record<string, Record<string, Operation>> }>(
    JSON.parse(document),
  )
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(path, method, operation)),
  )
  const text = `import createClient from 'openapi-fetch'
import type { paths } from './piecework-api.ts'

const api = createClient<paths, 'application/json'>({
  baseUrl: '${url}',
  headers: { 'x-api-key': '${key}' },
  redirect: 'manual',
})
const answers: [string, number][] = []
async function note(name: string, call: Promise<{ response: Response }>) {
  const { response } = await call
  // A document is not read.
  if (!response.bodyUsed) await response.body?.cancel()
  answers.push([name, response.status])
}
${calls.join('\n')}
console.log(JSON.stringify(answers))
`
  return { count: calls.length, text }
}

function callOf(path: string, method: string, operation: Operation): string {
  const { operationId, parameters = [], requestBody, responses } = operation
  const valuesIn = (place: 'path' | 'query' | 'header') => {
    const needed = parameters.filter((one) => one.in === place && one.required)
    const values = needed.map(({ name, schema }) => [name, sampleOf(schema)])
    return needed.length === 0 ? {} : { [place]: Object.fromEntries(values) }
  }
  const isJson = Object.values(responses).every(
    ({ content = {} }) => Object.keys(content).length === 0 || 'application/json' in content,
  )
  const sent = {
    params: { ...valuesIn('path'), ...valuesIn('query'), ...valuesIn('header') },
    ...(requestBody && { body: exampleOf(requestBody.content['application/json']) }),
    ...(isJson ? {} : { parseAs: 'stream' }),
  }
  const call = `api.${method.toUpperCase()}('${path}', ${JSON.stringify(sent)})`
  return `await note('${operationId}', ${call})`
}

function exampleOf({ schema, example, examples = {} }: Media): unknown {
  const [first] = Object.values(examples)
  return example ?? first?.value ?? schema.examples?.[0]
}

function sampleOf({ type, format, enum: values, items, anyOf }: Schema): unknown {
  if (values) return values[0]
  if (anyOf?.[0]) return sampleOf(anyOf[0])
  if (type === 'array' && items) return [sampleOf(items)]
  if (type === 'integer') return 1
  return format === 'uuid' ? '00000000-0000-7000-8000-000000000000' : 'none'
}
