import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { getCustomer } from '../../customers/service.ts'
import { toBody } from './body.ts'
import { compareOutcomes } from './compare.ts'
import { OutcomeComparisonCreate } from './fields.ts'
import { ComparisonParams, OutcomeComparison } from './schemas.ts'

type OutcomeComparisonDeps = { db: Db; clock: BusinessClock }

export const outcomeComparisonRoutes: FastifyPluginAsyncTypebox<OutcomeComparisonDeps> = async (
  app,
  { db, clock },
) => {
  app.post(
    '/v1/customers/:customerId/outcome-comparisons',
    {
      config: { permission: 'read', isHeavy: true, idempotencyHeader: false },
      schema: {
        tags: ['Customers'],
        operationId: 'compareOutcomes',
        summary: 'Compare outcomes with the count of a customer',
        description:
          'Takes what the customer counts of a signal in some days, as ids or as units of each day, and ' +
          'returns what agrees, what only one side has, and what the difference is worth on each ' +
          'invoice. Nothing is changed. `correctionsCsv` can be sent to ' +
          '`POST /v1/events/corrections`.',
        params: ComparisonParams,
        body: OutcomeComparisonCreate,
        response: { 200: OutcomeComparison, ...errorResponses(404, 422) },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const id = request.params.customerId.toLowerCase()
      const { externalId } = await getCustomer(db, { organizationId, id })
      const at = clock.moment(organizationId).businessNow
      const asked = { organizationId, customerId: id, input: request.body, at }
      return toBody(await compareOutcomes(db, asked), { customerId: id, externalId })
    },
  )
}
