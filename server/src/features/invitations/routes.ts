import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { errorResponses } from '../../platform/http/error-body.ts'
import { memberOf, organizationOf } from '../auth/principal.ts'
import {
  InvitationCreate,
  InvitationList,
  InvitationListQuery,
  InvitationParams,
  SentInvitation,
} from './schemas.ts'
import { type InviteDeps, invite, inviteAgain, listInvitations, withdraw } from './service.ts'

export type InvitationDeps = InviteDeps & { now: () => Date }

const tags = ['Invitations']
/** No idempotency: responses contain links, which are never stored. */
const config = { scope: 'user', permission: 'people', idempotencyHeader: false } as const

export const invitationRoutes: FastifyPluginAsyncTypebox<InvitationDeps> = async (app, deps) => {
  await app.register(openRoutes, deps)
  const { db, now } = deps
  app.get(
    '/v1/invitations',
    {
      config,
      schema: {
        tags,
        operationId: 'listInvitations',
        summary: 'List invitations',
        description: 'Latest first.',
        querystring: InvitationListQuery,
        response: { 200: InvitationList },
      },
    },
    (request) => listInvitations(db, organizationOf(request), request.query, now()),
  )
  app.post(
    '/v1/invitations',
    {
      config,
      schema: {
        tags,
        operationId: 'createInvitation',
        summary: 'Invite a person',
        description:
          'Sent by email, or returned as a link to pass on when the service sends no email. ' +
          'Valid for one week, and for this address only.',
        body: InvitationCreate,
        response: {
          201: SentInvitation,
          ...errorResponses(409),
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await invite(deps, memberOf(request), request.body, now())),
  )
}

const openRoutes: FastifyPluginAsyncTypebox<InvitationDeps> = async (app, deps) => {
  const { db, now } = deps
  app.post(
    '/v1/invitations/:invitationId/resend',
    {
      config,
      schema: {
        tags,
        operationId: 'resendInvitation',
        summary: 'Resend an invitation',
        description: 'Sends a new link, valid for another week; the previous link is invalidated.',
        params: InvitationParams,
        response: { 200: SentInvitation, ...errorResponses(409) },
      },
    },
    (request) => inviteAgain(deps, memberOf(request), request.params.invitationId, now()),
  )
  app.delete(
    '/v1/invitations/:invitationId',
    {
      config,
      schema: {
        tags,
        operationId: 'withdrawInvitation',
        summary: 'Withdraw an invitation',
        params: InvitationParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
          ...errorResponses(409),
        },
      },
    },
    async (request, reply) => {
      await withdraw(db, memberOf(request), request.params.invitationId, now())
      return reply.code(204).send(null)
    },
  )
}
