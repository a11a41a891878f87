import { readFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { schemaCompiler } from '../../../scripts/document/schema-compiler.ts'
import type { buildApp } from '../../src/app.ts'

type App = Awaited<ReturnType<typeof buildApp>>
type Content = Record<string, { schema?: object }>
type Response = { $ref?: string; content?: Content }
type Operation = { operationId: string; responses: Record<string, Response> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Response> }
}

const FILE = new URL('../../../openapi.json', import.meta.url)
const document: Document = JSON.parse(readFileSync(FILE, 'utf8'))
const compile = schemaCompiler(document)

/** Paths in their order of precedence: those with fewer parameters first. */
const paths = Object.entries(document.paths)
  .map(([path, operations]) => ({
    operations,
    parameters: path.split('{').length,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .toSorted((a, b) => a.parameters - b.parameters)

/** Fails a test when an answer to it is not as the API document describes it. */
export function expectDocumentedAnswers(app: App): void {
  const inject = app.inject.bind(app)
  const checked = async (request: InjectOptions | string) => {
    const answer = await inject(request)
    expectDocumented(typeof request === 'string' ? { url: request } : request, answer)
    return answer
  }
  Object.assign(app, { inject: checked })
}

type Sent = { method?: string; url?: unknown; path?: unknown }

function expectDocumented(
  { method = 'GET', url, path = url }: Sent,
  answer: LightMyRequestResponse,
): void {
  const operation = operationOf(method, String(path))
  if (!operation || isOfNoRoute(answer)) return
  const { operationId, responses } = operation
  const status = String(answer.statusCode)
  const place = `${operationId} answered ${status}`
  expect(Object.keys(responses), `${place}: ${answer.body.slice(0, 500)}`).toContain(status)
  const type = String(answer.headers['content-type'] ?? '').split(';', 1)[0] ?? ''
  const content = contentOf(responses[status])
  // OTLP answers in the encoding of the request: the same messages as in JSON.
  if (String(answer.headers['content-type']).startsWith('application/x-protobuf')) return
  if (answer.body === '') {
    expect(Object.keys(content), `${place} without a body`).not.toContain('application/json')
    return
  }
  expect(Object.keys(content), place).toContain(type)
  // In a replayed answer, secrets that are shown only once are null.
  if (type !== 'application/json' || answer.headers['idempotency-replayed'] === 'true') return
  const validate = validatorOf(operationId, status, content)
  validate(answer.json())
  expect(validate.errors ?? [], `${place}: ${answer.body.slice(0, 500)}`).toEqual([])
}

/** A path with a slash too many, or one that cannot be decoded, belongs to no route. */
function isOfNoRoute({ statusCode, body }: LightMyRequestResponse): boolean {
  return statusCode === 404 && body.includes('"unknown_route"')
}

function operationOf(method: string, url: string): Operation | undefined {
  const [path = ''] = url.split('?', 1)
  const found = paths.find(({ pattern }) => pattern.test(path))
  return found?.operations[method.toLowerCase()]
}

function contentOf(response: Response | undefined): Content {
  const name = response?.$ref?.slice('#/components/responses/'.length)
  return (name === undefined ? response : document.components.responses[name])?.content ?? {}
}

const validators = new Map<string, ValidateFunction>()

function validatorOf(operationId: string, status: string, content: Content): ValidateFunction {
  const key = `${operationId} ${status}`
  const known = validators.get(key)
  if (known) return known
  const made = compile(content['application/json']?.schema ?? {})
  validators.set(key, made)
  return made
}
