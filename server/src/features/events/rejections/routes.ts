import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf, organizationOf } from '../../auth/principal.ts'
import { withCustomerId } from '../../customers/named-customer.ts'
import type { CorrectionDeps } from '../corrections/routes.ts'
import { EventParams } from '../schemas.ts'
import { Rejection } from '../stored-rejections/fields.ts'
import { RejectionList, RejectionListQuery } from '../stored-rejections/list-fields.ts'
import { getRejection, listRejections } from '../stored-rejections/read.ts'
import { rejectEvent, rejectRun } from './reject.ts'
import {
  RejectedRunParams,
  RejectionCreate,
  RejectionCreateByKey,
  RejectionParams,
  RejectionWithdraw,
  RunRejectionCreate,
  RunRejections,
} from './schemas.ts'
import { withdrawRejection } from './withdraw.ts'

const tags = ['Rejections']

const REJECTING =
  'For work that was done and did not hold: the units are not billed, and the cost stays. Drafts ' +
  'are computed again; an invoice that already contains the event is settled by the next one. At ' +
  'most one rejection of an event is in force: to reject more or fewer units, withdraw it first.'

/** Routes by which the operator rejects outcomes, and reads rejections. */
export const rejectionRoutes: FastifyPluginAsyncTypebox<CorrectionDeps> = async (app, deps) => {
  await app.register(readRoutes, deps)
  await app.register(rejectRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<CorrectionDeps> = async (app, { db }) => {
  const config = { permission: 'read' } as const
  app.get(
    '/v1/rejections',
    {
      config,
      schema: {
        tags,
        operationId: 'listRejections',
        summary: 'List rejections',
        description: 'The latest first, with those that were withdrawn.',
        querystring: RejectionListQuery,
        response: { 200: RejectionList },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const query = await withCustomerId(db, organizationId, request.query)
      return listRejections(db, organizationId, query)
    },
  )
  app.get(
    '/v1/rejections/:rejectionId',
    {
      config,
      schema: {
        tags,
        operationId: 'getRejection',
        summary: 'Read a rejection',
        params: RejectionParams,
        response: { 200: Rejection },
      },
    },
    (request) => {
      const { rejectionId: id } = request.params
      return getRejection(db, { organizationId: organizationOf(request), id })
    },
  )
}

const rejectRoutes: FastifyPluginAsyncTypebox<CorrectionDeps> = async (app, deps) => {
  const { clock } = deps
  const config = { permission: 'correct_usage' } as const
  app.post(
    '/v1/events/:eventId/rejection',
    {
      config,
      schema: {
        tags,
        operationId: 'rejectEvent',
        summary: 'Reject an outcome',
        description: REJECTING,
        params: EventParams,
        body: RejectionCreate,
        response: { 201: Rejection },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const event = { id: request.params.eventId }
      const command = { organizationId, event, ...request.body, actor: actorOf(request) }
      return reply.code(201).send(await rejectEvent(deps, command, clock.moment(organizationId)))
    },
  )
  app.post(
    '/v1/events/:eventId/rejection/withdraw',
    {
      config,
      schema: {
        tags,
        operationId: 'withdrawRejection',
        summary: 'Withdraw the rejection of an outcome',
        description:
          'The units are billed again, as if they had never been rejected: by the draft, or by the ' +
          'next invoice. The rejection stays in lists.',
        params: EventParams,
        body: RejectionWithdraw,
        response: { 200: Rejection },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const { eventId } = request.params
      const reason = request.body?.reason
      const command = { organizationId, eventId, reason, actor: actorOf(request) }
      return withdrawRejection(deps, command, clock.moment(organizationId))
    },
  )
  app.post(
    '/v1/events/rejection',
    {
      config,
      schema: {
        tags,
        operationId: 'rejectEventByKey',
        summary: 'Reject an outcome by its idempotency key',
        description: REJECTING,
        body: RejectionCreateByKey,
        response: { 201: Rejection },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const { customerExternalId, idempotencyKey, ...about } = request.body
      const event = { customerExternalId, idempotencyKey }
      const command = { organizationId, event, ...about, actor: actorOf(request) }
      return reply.code(201).send(await rejectEvent(deps, command, clock.moment(organizationId)))
    },
  )
  app.post(
    '/v1/runs/:runId/rejection',
    {
      config,
      schema: {
        tags,
        operationId: 'rejectRun',
        summary: 'Reject the outcomes of a run',
        description: `Rejects each event of the run that is billed. ${REJECTING}`,
        params: RejectedRunParams,
        body: RunRejectionCreate,
        response: { 201: RunRejections },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const { runId } = request.params
      const command = { organizationId, runId, ...request.body, actor: actorOf(request) }
      const results = await rejectRun(deps, command, clock.moment(organizationId))
      return reply.code(201).send({ results })
    },
  )
}
