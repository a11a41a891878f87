import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { actorOf, organizationOf } from '../auth/principal.ts'
import { withCustomerId } from '../customers/named-customer.ts'
import {
  NewPortalSession,
  PortalSessionCreate,
  PortalSessionDetail,
  PortalSessionList,
  PortalSessionParams,
  PortalSessionQuery,
} from './schemas.ts'
import {
  createPortalSession,
  getPortalSession,
  listPortalSessions,
  revokePortalSession,
} from './service.ts'

export type PortalSessionDeps = { db: Db; config: { portalUrl: string }; now: () => Date }

const tags = ['Portal sessions']
const config = { permission: 'portal_links', publishableRefusal: 'unauthenticated' } as const

/** Routes for the portal links that an operator creates for customers. */
export const portalSessionRoutes: FastifyPluginAsyncTypebox<PortalSessionDeps> = async (
  app,
  deps,
) => {
  const { db, now } = deps
  app.post(
    '/v1/portal-sessions',
    {
      config: { ...config, shownOnce: ['url', 'token'] },
      schema: {
        tags,
        operationId: 'createPortalSession',
        summary: 'Create a link to the portal of a customer',
        description:
          'The link works once, and the visit that it opens ends one hour after the link was ' +
          'created. The link gives access to the invoices, subscriptions, usage and profile of ' +
          'this customer and nothing else. 400 when both ids are sent and refer to different ' +
          'customers.',
        body: PortalSessionCreate,
        response: { 201: NewPortalSession },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const command = { organizationId, input: request.body, actor: actorOf(request) }
      return reply.code(201).send(await createPortalSession(deps, command, now()))
    },
  )
  app.get(
    '/v1/portal-sessions',
    {
      config,
      schema: {
        tags,
        operationId: 'listPortalSessions',
        summary: 'List links to the portal',
        description: 'Latest first, without their URLs. Links are kept for a month.',
        querystring: PortalSessionQuery,
        response: { 200: PortalSessionList },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const query = await withCustomerId(db, organizationId, request.query)
      return listPortalSessions(db, organizationId, query, now())
    },
  )
  app.get(
    '/v1/portal-sessions/:sessionId',
    {
      config,
      schema: {
        tags,
        operationId: 'getPortalSession',
        summary: 'Read a link to the portal',
        params: PortalSessionParams,
        response: { 200: PortalSessionDetail },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.sessionId }
      return getPortalSession(db, key, now())
    },
  )
  app.delete(
    '/v1/portal-sessions/:sessionId',
    {
      config,
      schema: {
        tags,
        operationId: 'revokePortalSession',
        summary: 'Revoke a link to the portal',
        description:
          'The link stops working, and a visit opened by it ends with its next request. ' +
          'Revoking it again has no effect.',
        params: PortalSessionParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.sessionId }
      await revokePortalSession(db, key, now())
      return reply.code(204).send(null)
    },
  )
}
