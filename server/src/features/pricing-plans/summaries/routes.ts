import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { PlanSummaryQuery, PricingPlanSummaries } from './schemas.ts'
import { summarizePlans } from './summaries.ts'

type Deps = { db: Db; clock: BusinessClock }

export const planSummaryRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, clock }) => {
  app.get(
    '/v1/pricing-plans/summaries',
    {
      config: { permission: 'read' },
      schema: {
        tags: ['Pricing plans'],
        operationId: 'summarizePricingPlans',
        summary: 'Summarize plans',
        description:
          'For each of the given plans: its first prices and its number of subscriptions.',
        querystring: PlanSummaryQuery,
        response: { 200: PricingPlanSummaries },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const plans = { organizationId, planIds: request.query.planId }
      return summarizePlans(db, plans, clock.now(organizationId))
    },
  )
}
