import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import {
  addResponseHeaders,
  RESPONSE_HEADERS,
  type Responses,
  withRequestHeaders,
} from './openapi-headers.ts'

export type ApiDescription = {
  version: string
  /** Markdown. */
  introduction: string
  /** The tags of operations, by what one wants to do. */
  groups: readonly { name: string; tags: readonly string[] }[]
}

/** Describes the API from the schemas of its routes; register it before them. */
export async function addOpenApi(
  app: FastifyInstance,
  { version, introduction, groups }: ApiDescription,
): Promise<void> {
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
        securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      },
      servers: [{ url: '/', description: 'The service that this document comes from.' }],
      security: [{ apiKey: [] }],
      tags: groups.flatMap(({ tags }) => tags.map((name) => ({ name }))),
    },
    transform: withRequestHeaders,
    transformObject: (document) => ({ ...completed(document), 'x-tagGroups': groups }),
  })
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
}

type Document = Parameters<NonNullable<FastifyDynamicSwaggerOptions['transformObject']>>[0]

/** What the library does not say by itself: which bodies may be left out, and the headers of answers. */
function completed(document: Document) {
  if (!('openapiObject' in document)) return document.swaggerObject
  for (const [path, item] of Object.entries(document.openapiObject.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item?.[method]
      if (!operation) continue
      makeBodyOptional(operation)
      const takesKey =
        operation.parameters?.some((one) => 'name' in one && one.name === KEY) ?? false
      const isLimited = path.startsWith('/v1/')
      addResponseHeaders((operation.responses ?? {}) as Responses, { isLimited, takesKey })
    }
  }
  return document.openapiObject
}

const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const
const KEY = 'Idempotency-Key'

type Operation = { requestBody?: unknown }
type Body = { required?: boolean; content?: Record<string, { schema?: { type?: unknown } }> }

/** A body that may be null may be left out; the library calls every body required. */
function makeBodyOptional({ requestBody }: Operation): void {
  const body = requestBody as Body | undefined
  const type = body?.content?.['application/json']?.schema?.type
  if (body && Array.isArray(type) && type.includes('null')) body.required = false
}
