import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { visitorOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { PortalOverview } from './schemas.ts'
import { getOverview } from './service.ts'

export const portalOverviewRoutes: FastifyPluginAsyncTypebox<{
  db: Db
  clock: BusinessClock
}> = async (app, { db, clock }) => {
  app.get(
    '/v1/portal/overview',
    {
      config: { scope: 'portal' },
      schema: {
        tags: ['Portal'],
        operationId: 'getPortalOverview',
        summary: 'Read the amounts due and active subscriptions of a customer',
        response: { 200: PortalOverview },
      },
    },
    (request) => {
      const visitor = visitorOf(request)
      return getOverview(db, visitor, clock.moment(visitor.organizationId))
    },
  )
}
