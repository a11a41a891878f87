import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

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
        securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      },
      security: [{ apiKey: [] }],
      tags: groups.flatMap(({ tags }) => tags.map((name) => ({ name }))),
    },
    transformObject: (document) => ({ ...withOptionalBodies(document), 'x-tagGroups': groups }),
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
