import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../platform/database.ts'
import { ListServicesQuery, Service, ServiceList, ServiceParams } from './schemas.ts'
import { getService, listServices } from './service.ts'

export type CatalogDeps = { db: Db; now: () => Date }

export const catalogRoutes: FastifyPluginAsyncTypebox<CatalogDeps> = async (app, { db, now }) => {
  app.get(
    '/v1/services',
    {
      config: { permission: 'read', scope: 'publishable' },
      schema: {
        tags: ['Catalog'],
        operationId: 'listServices',
        summary: 'List the services with a known cost',
        description:
          'The price list used to cost usage: language models and other paid services. It is ' +
          'the same for every organization. Sorted by provider and name.',
        querystring: ListServicesQuery,
        response: { 200: ServiceList },
      },
    },
    async (request) => listServices(db, request.query, now()),
  )
  app.get(
    '/v1/services/:serviceId',
    {
      config: { permission: 'read', scope: 'publishable' },
      schema: {
        tags: ['Catalog'],
        operationId: 'getService',
        summary: 'Read one service of the catalog',
        description: 'Returns the service as in the list; 404 also when it was deactivated.',
        params: ServiceParams,
        response: { 200: Service },
      },
    },
    async (request) => getService(db, request.params.serviceId, now()),
  )
}
