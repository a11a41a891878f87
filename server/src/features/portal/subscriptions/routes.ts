import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { visitorOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { PortalSubscriptionList } from './schemas.ts'
import { listOwnSubscriptions } from './service.ts'

export const portalSubscriptionRoutes: FastifyPluginAsyncTypebox<{
  db: Db
  clock: BusinessClock
}> = async (app, { db, clock }) => {
  app.get(
    '/v1/portal/subscriptions',
    {
      config: { scope: 'portal' },
      schema: {
        tags: ['Portal'],
        operationId: 'listPortalSubscriptions',
        summary: "List a customer's subscriptions",
        description: 'With the prices of their plans, and the discounts that still apply.',
        response: { 200: PortalSubscriptionList },
      },
    },
    (request) => {
      const visitor = visitorOf(request)
      return listOwnSubscriptions(db, visitor, { now: clock.now(visitor.organizationId) })
    },
  )
}
