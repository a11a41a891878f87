import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database.ts'
import { organizationOf } from '../../auth/principal.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import {
  CostModelMapping,
  CostModelMappingList,
  CostModelMappingParams,
  CostModelMappingQuery,
} from './mapping-schemas.ts'
import { deleteMapping, getMapping, listMappings } from './mappings.ts'

const tags = ['Events']

/** Routes for the mappings that `mapModel` creates. */
export const mappingRoutes: FastifyPluginAsyncTypebox<{ db: Db; catalog: Catalog }> = async (
  app,
  deps,
) => {
  const { db } = deps
  app.get(
    '/v1/model-mappings',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listModelMappings',
        summary: 'List model mappings',
        description: 'The models that you mapped to catalog entries, the latest first.',
        querystring: CostModelMappingQuery,
        response: { 200: CostModelMappingList },
      },
    },
    (request) => listMappings(db, organizationOf(request), request.query),
  )
  app.get(
    '/v1/model-mappings/:mappingId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getModelMapping',
        summary: 'Read a model mapping',
        description: 'By the `mappingId` that mapModel returned.',
        params: CostModelMappingParams,
        response: { 200: CostModelMapping },
      },
    },
    (request) =>
      getMapping(db, { organizationId: organizationOf(request), id: request.params.mappingId }),
  )
  app.delete(
    '/v1/model-mappings/:mappingId',
    {
      config: { permission: 'delete' },
      schema: {
        tags,
        operationId: 'deleteModelMapping',
        summary: 'Delete a model mapping',
        description:
          'Events that have a cost keep it. Later events of the model are stored without a cost, ' +
          'and wait until the model is mapped again.',
        params: CostModelMappingParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.mappingId }
      await deleteMapping(deps, key)
      return reply.code(204).send(null)
    },
  )
}
