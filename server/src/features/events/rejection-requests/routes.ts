import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf, organizationOf } from '../../auth/principal.ts'
import { withCustomerId } from '../../customers/named-customer.ts'
import type { CorrectionDeps } from '../corrections/routes.ts'
import { acceptRequest, declineRequest } from './decide.ts'
import { RejectionRequest } from './fields.ts'
import { RejectionRequestList, RejectionRequestListQuery } from './list-fields.ts'
import { getRequest, listRequests } from './read.ts'
import { RejectionRequestDecline, RejectionRequestParams } from './schemas.ts'

const tags = ['Rejections']

/** Routes by which the operator reads and decides what customers ask in the portal. */
export const rejectionRequestRoutes: FastifyPluginAsyncTypebox<CorrectionDeps> = async (
  app,
  deps,
) => {
  await app.register(readRoutes, deps)
  await app.register(decisionRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<CorrectionDeps> = async (app, { db }) => {
  const config = { permission: 'read' } as const
  app.get(
    '/v1/rejection-requests',
    {
      config,
      schema: {
        tags,
        operationId: 'listRejectionRequests',
        summary: 'List requests of customers to reject outcomes',
        description: 'The latest first; `state=requested` selects those that wait for a decision.',
        querystring: RejectionRequestListQuery,
        response: { 200: RejectionRequestList },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const query = await withCustomerId(db, organizationId, request.query)
      return listRequests(db, organizationId, query)
    },
  )
  app.get(
    '/v1/rejection-requests/:rejectionRequestId',
    {
      config,
      schema: {
        tags,
        operationId: 'getRejectionRequest',
        summary: 'Read a request to reject an outcome',
        params: RejectionRequestParams,
        response: { 200: RejectionRequest },
      },
    },
    (request) => {
      const { rejectionRequestId: id } = request.params
      return getRequest(db, { organizationId: organizationOf(request), id })
    },
  )
}

const decisionRoutes: FastifyPluginAsyncTypebox<CorrectionDeps> = async (app, deps) => {
  const { clock } = deps
  const config = { permission: 'correct_usage' } as const
  app.post(
    '/v1/rejection-requests/:rejectionRequestId/accept',
    {
      config,
      schema: {
        tags,
        operationId: 'acceptRejectionRequest',
        summary: 'Accept a request to reject an outcome',
        description:
          'Its units are rejected, as rejectEvent does: `rejectionId` is the rejection. 409 if the ' +
          'request is not open, if a rejection of the event is in force, or if the event has fewer ' +
          'units by now.',
        params: RejectionRequestParams,
        response: { 200: RejectionRequest },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const key = { organizationId, id: request.params.rejectionRequestId }
      return acceptRequest(deps, { key, actor: actorOf(request) }, clock.moment(organizationId))
    },
  )
  app.post(
    '/v1/rejection-requests/:rejectionRequestId/decline',
    {
      config,
      schema: {
        tags,
        operationId: 'declineRejectionRequest',
        summary: 'Decline a request to reject an outcome',
        description: 'The outcome stays billed. The customer sees the reason, and may ask again.',
        params: RejectionRequestParams,
        body: RejectionRequestDecline,
        response: { 200: RejectionRequest },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const key = { organizationId, id: request.params.rejectionRequestId }
      const command = { key, reason: request.body.reason, actor: actorOf(request) }
      return declineRequest(deps, command, clock.moment(organizationId))
    },
  )
}
