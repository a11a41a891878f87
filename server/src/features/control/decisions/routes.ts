import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { organizationOf } from '../../auth/principal.ts'
import { DecisionListQuery, PastDecisionList } from './schemas.ts'
import { listDecisions } from './service.ts'

export const decisionRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/v1/guard/decisions',
    {
      config: { permission: 'read' },
      schema: {
        tags: ['Guard'],
        operationId: 'listDecisions',
        summary: 'List blocked runs and warnings',
        description:
          'The decisions of holds and extensions that blocked a run or warned, the latest first, ' +
          'each with the figures of the budget that decided. They are kept for 30 days. Checks are ' +
          'not in the list.',
        querystring: DecisionListQuery,
        response: { 200: PastDecisionList, ...errorResponses(400, 401, 403, 429) },
      },
    },
    (request) => listDecisions(db, organizationOf(request), request.query),
  )
}
