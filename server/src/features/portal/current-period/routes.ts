import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { visitorOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { PortalCurrentPeriod, PortalCurrentPeriodParams } from './schemas.ts'
import { getCurrentPeriod } from './service.ts'

export const portalCurrentPeriodRoutes: FastifyPluginAsyncTypebox<{
  db: Db
  clock: BusinessClock
}> = async (app, { db, clock }) => {
  app.get(
    '/v1/portal/subscriptions/:subscriptionId/current-period',
    {
      config: { scope: 'portal' },
      schema: {
        tags: ['Portal'],
        operationId: 'getPortalCurrentPeriod',
        summary: 'Read how the current billing period grows',
        description: 'The amount of the next invoice of a subscription, day by day.',
        params: PortalCurrentPeriodParams,
        response: { 200: PortalCurrentPeriod, ...errorResponses(404, 422) },
      },
    },
    (request) => {
      const { organizationId, customerId } = visitorOf(request)
      const { subscriptionId } = request.params
      const key = { organizationId, customerId, subscriptionId }
      return getCurrentPeriod(db, key, clock.now(organizationId))
    },
  )
}
