import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { visitorOf } from '../../auth/principal.ts'
import { comparisonBody } from '../../billing/outcome-comparison/body.ts'
import { compareOutcomes } from '../../billing/outcome-comparison/compare.ts'
import { OutcomeComparisonCreate } from '../../billing/outcome-comparison/fields.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { PortalOutcomeComparison } from './schemas.ts'

type OutcomeComparisonDeps = { db: Db; clock: BusinessClock }

/** The customer compares its own count of outcomes with what is billed. */
export const portalOutcomeComparisonRoutes: FastifyPluginAsyncTypebox<
  OutcomeComparisonDeps
> = async (app, { db, clock }) => {
  app.post(
    '/v1/portal/outcome-comparisons',
    {
      config: { scope: 'portal', isHeavy: true, idempotencyHeader: false },
      schema: {
        tags: ['Portal'],
        operationId: 'comparePortalOutcomes',
        summary: "Compare outcomes with the customer's own count",
        description:
          'Takes what the customer counts of a signal in some days, as ids or as units of each day, and ' +
          'returns what agrees, what only one side has, and what the difference is worth. Nothing is ' +
          'changed.',
        body: OutcomeComparisonCreate,
        response: { 200: PortalOutcomeComparison, ...errorResponses(404, 422) },
      },
    },
    async (request) => {
      const { organizationId, customerId } = visitorOf(request)
      const at = clock.moment(organizationId).businessNow
      const asked = { organizationId, customerId, input: request.body, at }
      return comparisonBody(await compareOutcomes(db, asked))
    },
  )
}
