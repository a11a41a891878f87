import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendCsv, wantsCsv } from '../../platform/http/csv/csv.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { withCustomerId } from '../customers/named-customer.ts'
import { marginBreakdown } from './breakdown/breakdown.ts'
import { MarginBreakdown, MarginBreakdownQuery } from './breakdown/schemas.ts'
import { MARGIN_BREAKDOWN_TABLES, marginBreakdownTable } from './breakdown/tables.ts'
import type { AnalyticsDeps } from './deps.ts'

/** Routes for the causes of a margin. */
export const marginRoutes: FastifyPluginAsyncTypebox<AnalyticsDeps> = async (app, deps) => {
  const { clock } = deps
  app.get(
    '/v1/analytics/margin-breakdown',
    {
      config: { isHeavy: true, permission: 'read', csv: MARGIN_BREAKDOWN_TABLES },
      schema: {
        tags: ['Analytics'],
        operationId: 'getMarginBreakdown',
        summary: 'Read where the margin goes',
        description:
          'Revenue and cost of a customer, an agent, a plan or the whole organization by signal, ' +
          'fee and model, next to the same number of days before. Each signal has its price, or ' +
          'the reason that it earns nothing. Sentences name the causes of a change.',
        querystring: MarginBreakdownQuery,
        response: { 200: MarginBreakdown, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const query = await withCustomerId(deps.db, organizationId, request.query)
      const asked = { organizationId, query }
      return wantsCsv(request)
        ? sendCsv(reply, marginBreakdownTable(deps, asked, now))
        : marginBreakdown(deps, asked, now)
    },
  )
}
