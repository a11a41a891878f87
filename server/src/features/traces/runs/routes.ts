import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { actorOf, organizationOf } from '../../auth/principal.ts'
import { RunAssign, RunDetail, RunList, RunListQuery, RunParams } from './schemas.ts'
import { assignRun, getRun, listRuns, type RunDeps } from './service.ts'

const tags = ['Traces']

export const runRoutes: FastifyPluginAsyncTypebox<RunDeps> = async (app, deps) => {
  app.get(
    '/v1/runs',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listRuns',
        summary: 'List runs',
        description:
          'Runs that arrived as spans, log records or calls of a gateway, the latest first. ' +
          '`totalResults` counts at most 10,000. A run of usage records alone is not listed; read ' +
          'it by its id.',
        querystring: RunListQuery,
        response: { 200: RunList, ...errorResponses(400, 401, 403, 429) },
      },
    },
    (request) => listRuns(deps.db, organizationOf(request), request.query),
  )
  app.get(
    '/v1/runs/:runId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getRun',
        summary: 'Read a run',
        description:
          'With its spans as a tree, its usage events, its cost and what its outcome earns. Also ' +
          'for the `runId` of usage records that were sent without spans.',
        params: RunParams,
        response: { 200: RunDetail, ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    (request) => {
      const { runId } = request.params
      return getRun(deps, { organizationId: organizationOf(request), runId })
    },
  )
  app.post(
    '/v1/runs/:runId/assign',
    {
      config: { permission: 'correct_usage' },
      schema: {
        tags,
        operationId: 'assignRun',
        summary: 'Assign a run to a customer',
        description:
          'For a run without a customer. Its events are recorded for the customer with the same ' +
          'keys, and voided where they were, within seconds. 409: the run has a customer.',
        params: RunParams,
        body: RunAssign,
        response: {
          200: RunDetail,
          ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 429),
        },
      },
    },
    (request) => {
      const { runId } = request.params
      const { customerExternalId: customer } = request.body
      const organizationId = organizationOf(request)
      return assignRun(deps, { organizationId, runId, customer, actor: actorOf(request) })
    },
  )
}
