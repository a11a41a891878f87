import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { visitorOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { PortalUsage, PortalUsageQuery } from './schemas.ts'
import { getUsage } from './service.ts'

export const portalUsageRoutes: FastifyPluginAsyncTypebox<{
  db: Db
  clock: BusinessClock
}> = async (app, { db, clock }) => {
  app.get(
    '/v1/portal/usage',
    {
      config: { scope: 'portal' },
      schema: {
        tags: ['Portal'],
        operationId: 'getPortalUsage',
        summary: 'Read the usage of a customer',
        description:
          'For one subscription, in a billing period or in a range of days. Days after the ' +
          'current period are left out.',
        querystring: PortalUsageQuery,
        response: { 200: PortalUsage, ...errorResponses(404, 422) },
      },
    },
    (request) => {
      const { organizationId, customerId } = visitorOf(request)
      const asked = { organizationId, customerId, query: request.query }
      return getUsage(db, asked, clock.now(organizationId))
    },
  )
}
