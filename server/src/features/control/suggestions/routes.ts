import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { organizationOf } from '../../auth/principal.ts'
import { READ_MAX, RUNS_MAX, SuggestionList, SuggestionQuery } from './schemas.ts'
import { listSuggestions } from './service.ts'

export const suggestionRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/v1/guard/suggestions',
    {
      config: { permission: 'read' },
      schema: {
        tags: ['Guard'],
        operationId: 'listSuggestions',
        summary: 'Suggest estimates',
        description:
          `Compares the estimates of the last ${RUNS_MAX} runs of each agent and signal with what ` +
          'they cost: of runs whose outcome was recorded and whose cost is known. The latest ' +
          `${READ_MAX.toLocaleString('en-US')} runs are read; name the agent for one that runs ` +
          'seldom next to busy ones.',
        querystring: SuggestionQuery,
        response: { 200: SuggestionList, ...errorResponses(400, 401, 403, 429) },
      },
    },
    (request) => listSuggestions(db, organizationOf(request), request.query),
  )
}
