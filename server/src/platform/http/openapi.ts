import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

const DOCS = '/docs'

const DESCRIPTION = `Bills for the work that AI agents do: record usage, know its cost, invoice it.

Send your API key in the header \`x-api-key\`. Errors carry a \`message\` that says what to do.`

/** Describes the API from the schemas of its routes; register it before them. */
export async function addOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Piecework API',
        version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      },
      security: [{ apiKey: [] }],
    },
    transformObject: withOptionalBodies,
  })
  // The reference has routes of its own making; they are as public as the document.
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(DOCS)) route.config = { ...route.config, access: 'public' }
  })
  await app.register(swaggerUi, {
    routePrefix: DOCS,
    staticCSP: true,
    uiConfig: { docExpansion: 'list', defaultModelsExpandDepth: 0, tryItOutEnabled: true },
    theme: { title: 'Piecework API' },
  })
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
}

/** A body that may be null may be left out; the library calls every body required. */
const withOptionalBodies: NonNullable<FastifyDynamicSwaggerOptions['transformObject']> = (
  document,
) => {
  if (!('openapiObject' in document)) return document.swaggerObject
  for (const path of Object.values(document.openapiObject.paths ?? {})) {
    const body = path?.post?.requestBody
    if (!body || !('content' in body)) continue
    const schema = body.content['application/json']?.schema
    if (schema && 'type' in schema && Array.isArray(schema.type) && schema.type.includes('null')) {
      body.required = false
    }
  }
  return document.openapiObject
}
