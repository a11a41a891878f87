import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { BudgetStatus, BudgetStatusParams, BudgetStatusQuery } from './schemas.ts'
import { budgetStatus, type StatusDeps } from './status.ts'

export type BudgetStatusDeps = { guardService: StatusDeps; clock: BusinessClock }

export const budgetStatusRoutes: FastifyPluginAsyncTypebox<BudgetStatusDeps> = async (
  app,
  { guardService, clock },
) => {
  app.get(
    '/v1/budgets/:budgetId/status',
    {
      config: { permission: 'read' },
      schema: {
        tags: ['Budgets'],
        operationId: 'getBudgetStatus',
        summary: 'Read what of a budget is used',
        description:
          'What a customer has spent, what its open runs hold, and what is left. A budget of each ' +
          'run counts no window: its figures are in the decisions about the run.',
        params: BudgetStatusParams,
        querystring: BudgetStatusQuery,
        response: { 200: BudgetStatus, ...errorResponses(400, 401, 403, 404, 422, 429) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const key = { organizationId, id: request.params.budgetId }
      const asked = { key, query: request.query }
      return budgetStatus(guardService, asked, clock.moment(organizationId))
    },
  )
}
