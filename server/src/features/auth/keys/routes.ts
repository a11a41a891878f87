import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import type { Environment } from '../../../platform/program/environment.ts'
import type { Authenticator } from '../authenticator.ts'
import { organizationOf, personOf } from '../principal.ts'
import { createKey, listKeys, revokeKey } from './manage.ts'
import { ApiKeyCreate, ApiKeyList, ApiKeyListQuery, ApiKeyParams, NewApiKey } from './schemas.ts'

export type ApiKeyDeps = {
  db: Db
  config: { environment: Environment }
  authenticator: Pick<Authenticator, 'forget'>
  now: () => Date
}

const tags = ['API keys']
const config = { scope: 'user', permission: 'keys' } as const

export const apiKeyRoutes: FastifyPluginAsyncTypebox<ApiKeyDeps> = async (app, deps) => {
  const { db, authenticator, now } = deps
  const { environment } = deps.config
  app.get(
    '/v1/api-keys',
    {
      config,
      schema: {
        tags,
        operationId: 'listApiKeys',
        summary: 'List API keys',
        description:
          'Without their values, most recently created first. Revoked keys stay in the list.',
        querystring: ApiKeyListQuery,
        response: { 200: ApiKeyList },
      },
    },
    (request) => listKeys(db, organizationOf(request), request.query),
  )
  app.post(
    '/v1/api-keys',
    {
      config: { ...config, shownOnce: ['key'] },
      schema: {
        tags,
        operationId: 'createApiKey',
        summary: 'Create an API key',
        description:
          'The value of the key is shown only in this response. The key works immediately.',
        body: ApiKeyCreate,
        response: { 201: NewApiKey },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const creatorId = personOf(request).userId
      const command = { organizationId, creatorId, environment, input: request.body }
      return reply.code(201).send(await createKey(db, command, now()))
    },
  )
  app.delete(
    '/v1/api-keys/:apiKeyId',
    {
      config,
      schema: {
        tags,
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description:
          'Revokes the key permanently; every process rejects it from the next request. 409 ' +
          'when it is already revoked.',
        params: ApiKeyParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
          ...errorResponses(409),
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.apiKeyId }
      await revokeKey(db, key, now())
      // Other processes are notified. This process must also reject requests that are already in
      // progress.
      authenticator.forget()
      return reply.code(204).send(null)
    },
  )
}
