import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { csvContent } from '../csv/csv-document.ts'
import type { TableShape } from '../csv/csv-table.ts'
import { addErrorExamples, type ErrorExamples, takeErrors } from './errors.ts'
import { describeFields, describeParameters, type FieldTexts } from './field-descriptions.ts'
import {
  addResponseHeaders,
  type DescribeCallers,
  RESPONSE_HEADERS,
  type Responses,
  type Transform,
  withRequestHeaders,
} from './headers.ts'
import { describeOpenLists } from './lists-of-values.ts'
import { takeParameters } from './parameters.ts'
import { type RefusalsOfCallers, withRefusals } from './refusals.ts'
import type { OperationSchemas, Schema } from './schema.ts'
import { takeNamedSchemas } from './schemas.ts'

export type ApiDescription = {
  version: string
  /** Markdown. */
  introduction: string
  /** Tags of operations, grouped by task. */
  groups: readonly { name: string; tags: readonly string[] }[]
  /** Descriptions of the tags. */
  tagDescriptions: Readonly<Record<string, string>>
  /** Authentication methods. */
  securitySchemes: Record<string, SecurityScheme>
  describeCallers: DescribeCallers
  refusalsOfCallers: RefusalsOfCallers
  fieldTexts: FieldTexts
  errorExamples: ErrorExamples
  /** Returns examples of successful responses by operation, for schemas without one. */
  readExamples: () => Examples
  /** Requests that the service sends, by name. */
  webhooks: Record<string, DescribedWebhook>
}

export type DescribedWebhook = {
  operationId: string
  summary: string
  tags: readonly string[]
  /** Schema of the body; parts with a title become components. */
  body: object
  example: object
}

type SecurityScheme = {
  type: 'apiKey'
  in: 'header' | 'cookie'
  name: string
  description?: string
}

/** Generates the API document from the schemas of the routes. Register it before them. */
export async function addOpenApi(app: FastifyInstance, description: ApiDescription): Promise<void> {
  const { version, introduction, groups, tagDescriptions, securitySchemes } = description
  const { describeCallers, refusalsOfCallers } = description
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Piecework API',
        version,
        description: introduction,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        headers: RESPONSE_HEADERS,
        securitySchemes,
      },
      servers: [{ url: '/', description: 'The service that serves this document.' }],
      tags: groups.flatMap(({ tags }) =>
        tags.map((name) => ({ name, description: tagDescriptions[name] ?? '' })),
      ),
    },
    transform: withTraits(withRefusals(refusalsOfCallers)(withRequestHeaders(describeCallers))),
    transformObject: (document) => ({
      ...completed(document, description),
      'x-tagGroups': groups,
    }),
  })
  app.get('/openapi.json', { config: { scope: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
}

type Document = Parameters<NonNullable<FastifyDynamicSwaggerOptions['transformObject']>>[0]

/** Adds what the library omits: optional bodies, response headers and named components. */
function completed(
  document: Document,
  { webhooks, fieldTexts, errorExamples, readExamples }: ApiDescription,
) {
  if (!('openapiObject' in document)) return document.swaggerObject
  const { openapiObject } = document
  const operations = Object.entries(openapiObject.paths ?? {}).flatMap(([path, item]) => {
    const isLimited = path.startsWith('/v1/')
    return METHODS.flatMap((method) => {
      const operation = item?.[method] as Operation | undefined
      return operation ? [{ isLimited, operation }] : []
    })
  })
  const examples = readExamples()
  for (const { isLimited, operation } of operations) {
    makeBodyOptional(operation)
    addTables(operation)
    addErrorExamples(operation.responses, errorExamples)
    addExample(operation, examples)
    const takesKey = operation.parameters?.some(({ name }) => name === KEY) ?? false
    const hasVersion = operation[VERSIONED] ?? false
    delete operation[VERSIONED]
    addResponseHeaders(operation.responses, { isLimited, takesKey, hasVersion })
  }
  const all = operations.map(({ operation }) => operation)
  const sent = Object.entries(webhooks).map(([name, webhook]) => ({
    name,
    operation: webhookOperation(webhook),
  }))
  const schemas = takeNamedSchemas(
    all,
    sent.map(({ operation }) => operation),
  )
  describeFields(schemas, fieldTexts)
  for (const operation of all) describeParameters(operation, fieldTexts)
  describeOpenLists([
    ...Object.values(schemas),
    ...[...all, ...sent.map(({ operation }) => operation)].flatMap(bodySchemas),
  ])
  const parameters = takeParameters(all)
  const limited = operations.filter(({ isLimited }) => isLimited)
  const responses = takeErrors(limited.map(({ operation }) => operation.responses))
  Object.assign(openapiObject, {
    components: { ...openapiObject.components, schemas, parameters, responses },
    webhooks: Object.fromEntries(sent.map(({ name, operation }) => [name, { post: operation }])),
  })
  return openapiObject
}

function bodySchemas({ requestBody = {}, responses = {} }: OperationSchemas): Schema[] {
  return [requestBody, ...Object.values(responses)].flatMap(({ content = {} }) =>
    Object.values(content).flatMap(({ schema }) => (schema ? [schema] : [])),
  )
}

function webhookOperation({ tags, body, example, ...described }: DescribedWebhook) {
  const operation = {
    ...described,
    tags: [...tags],
    security: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: body as Schema, example } },
    },
    responses: {
      '2XX': { description: 'Accepted. Any other status is a failure, and is sent again.' },
      '410': { description: 'Disables the endpoint.' },
    },
  }
  return operation as OperationSchemas
}

const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const
const KEY = 'Idempotency-Key'

const TABLES = 'x-tables'
const VERSIONED = 'x-versioned'

type Operation = OperationSchemas & {
  operationId?: string
  responses: Responses & NonNullable<OperationSchemas['responses']>
  [TABLES]?: readonly TableShape[]
  [VERSIONED]?: boolean
}

/** Keeps traits of a route on its operation until its response is described. */
const withTraits =
  (transform: Transform): Transform =>
  (described) => {
    const { schema, url } = transform(described)
    const { csv, versioned } = described.route.config ?? {}
    const traits = { ...(csv && { [TABLES]: csv }), ...(versioned && { [VERSIONED]: true }) }
    return { schema: { ...schema, ...traits }, url }
  }

function addTables(operation: Operation): void {
  const { [TABLES]: tables, responses } = operation
  delete operation[TABLES]
  if (tables) Object.assign(responses['200']?.content ?? {}, { 'text/csv': csvContent(tables) })
}

type Examples = Readonly<Record<string, unknown>>

function addExample({ operationId = '', responses }: Operation, examples: Examples): void {
  const example = examples[operationId]
  if (example === undefined) return
  for (const [status, { content }] of Object.entries(responses)) {
    const media = content?.['application/json']
    if (!status.startsWith('2') || !media) continue
    const isShown = media.example ?? media.examples ?? media.schema?.examples
    if (isShown === undefined) media.example = example
  }
}

/** Marks a nullable body as optional; the library marks every body as required. */
function makeBodyOptional({ requestBody }: Operation): void {
  const schema = requestBody?.content?.['application/json']?.schema
  if (!requestBody || !schema || !Array.isArray(schema.type)) return
  if (!schema.type.includes('null')) return
  const types = schema.type.filter((one) => one !== 'null')
  requestBody.required = false
  schema.type = types.length === 1 ? types[0] : types
}
