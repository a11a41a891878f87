import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { visitorOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { PortalOutcomeParams } from '../rejection-requests/schemas.ts'
import { PortalOutcome } from './schemas.ts'
import { getOutcome } from './service.ts'

export const portalOutcomeRoutes: FastifyPluginAsyncTypebox<{
  db: Db
  clock: BusinessClock
}> = async (app, { db, clock }) => {
  app.get(
    '/v1/portal/events/:eventId',
    {
      config: { scope: 'portal' },
      schema: {
        tags: ['Portal'],
        operationId: 'getPortalOutcome',
        summary: 'Read an outcome of a customer',
        description: 'With its evidence, and whether the customer can ask to reject it.',
        params: PortalOutcomeParams,
        response: { 200: PortalOutcome, ...errorResponses(404) },
      },
    },
    (request) => {
      const { organizationId, customerId } = visitorOf(request)
      const key = { organizationId, customerId, id: request.params.eventId }
      return getOutcome(db, key, clock.moment(organizationId).businessNow)
    },
  )
}
