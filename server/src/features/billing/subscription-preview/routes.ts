import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { actorOf, organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { customerIdOf } from '../../customers/named-customer.ts'
import { SubscriptionCreate } from '../../subscriptions/terms/sent-fields.ts'
import { previewSubscription } from './preview.ts'
import { SubscriptionPreview } from './schemas.ts'

type Deps = { db: Db; clock: BusinessClock }

export const subscriptionPreviewRoutes: FastifyPluginAsyncTypebox<Deps> = async (
  app,
  { db, clock },
) => {
  app.post(
    '/v1/subscriptions/preview',
    {
      config: { permission: 'write', idempotencyHeader: false },
      schema: {
        tags: ['Subscriptions'],
        operationId: 'previewSubscription',
        summary: 'Preview a subscription',
        description:
          'Returns its first three billing periods and a preview of the first invoice. ' +
          'Rejected in the same cases as createSubscription. Stores nothing.',
        body: SubscriptionCreate,
        response: {
          200: SubscriptionPreview,
          ...errorResponses(409, 422),
        },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const customerId = await customerIdOf(db, organizationId, request.body)
      const body = { ...request.body, customerId }
      const command = { organizationId, actor: actorOf(request), body }
      return previewSubscription(db, command, clock.moment(organizationId))
    },
  )
}
