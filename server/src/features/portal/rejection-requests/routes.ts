import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { visitorOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import type { RequestDeps } from '../../events/rejection-requests/ask.ts'
import {
  PortalOutcomeParams,
  PortalRejectionRequest,
  PortalRejectionRequestCreate,
  PortalRejectionRequestList,
  PortalRejectionRequestQuery,
  PortalRequestParams,
} from './schemas.ts'
import { createRequest, listRequests, withdrawRequest } from './service.ts'

const tags = ['Portal']
const config = { scope: 'portal', idempotencyHeader: false } as const

/** Routes by which a customer asks to reject outcomes of its own. */
export const portalRejectionRequestRoutes: FastifyPluginAsyncTypebox<
  RequestDeps & { clock: BusinessClock }
> = async (app, deps) => {
  const { db, clock } = deps
  app.get(
    '/v1/portal/rejection-requests',
    {
      config,
      schema: {
        tags,
        operationId: 'listPortalRejectionRequests',
        summary: "List a customer's requests to reject outcomes",
        description: 'The latest first.',
        querystring: PortalRejectionRequestQuery,
        response: { 200: PortalRejectionRequestList },
      },
    },
    (request) => listRequests(db, visitorOf(request), request.query),
  )
  app.post(
    '/v1/portal/events/:eventId/rejection-requests',
    {
      config,
      schema: {
        tags,
        operationId: 'createPortalRejectionRequest',
        summary: 'Ask to reject an outcome',
        description:
          'Within `rejectionDays` of the plan after the usage date: 409 otherwise, while another ' +
          'request about the outcome is open, and while units of it are rejected. The company ' +
          'decides, unless the plan accepts automatically.',
        params: PortalOutcomeParams,
        body: PortalRejectionRequestCreate,
        response: { 201: PortalRejectionRequest, ...errorResponses(404, 409) },
      },
    },
    async (request, reply) => {
      const customer = visitorOf(request)
      const asking = { customer, eventId: request.params.eventId, ...request.body }
      const moment = clock.moment(customer.organizationId)
      return reply.code(201).send(await createRequest(deps, asking, moment))
    },
  )
  app.post(
    '/v1/portal/rejection-requests/:rejectionRequestId/withdraw',
    {
      config,
      schema: {
        tags,
        operationId: 'withdrawPortalRejectionRequest',
        summary: 'Take a request to reject an outcome back',
        description: '409 once it is accepted, declined or withdrawn.',
        params: PortalRequestParams,
        response: { 200: PortalRejectionRequest, ...errorResponses(404, 409) },
      },
    },
    (request) => {
      const customer = visitorOf(request)
      const command = { customer, requestId: request.params.rejectionRequestId }
      return withdrawRequest(db, command, clock.moment(customer.organizationId))
    },
  )
}
