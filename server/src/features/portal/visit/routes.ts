import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database.ts'
import type { Environment } from '../../../platform/program/environment.ts'
import { visitorOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { portalCookie } from '../../portal-sessions/cookie.ts'
import { endVisit } from '../../portal-sessions/visit.ts'
import { PortalVisit } from './schemas.ts'
import { getVisit } from './service.ts'

export type PortalVisitDeps = {
  db: Db
  config: { environment: Environment; stripe: object | undefined; portalUrl: string }
  clock: BusinessClock
}

const tags = ['Portal']
/** Without idempotency keys: they belong to the company, whose customers must not share them. */
const config = { scope: 'portal', idempotencyHeader: false } as const

export const portalVisitRoutes: FastifyPluginAsyncTypebox<PortalVisitDeps> = async (app, deps) => {
  const { db, clock } = deps
  const cookie = portalCookie(deps.config)
  app.get(
    '/v1/portal/session',
    {
      config,
      schema: {
        tags,
        operationId: 'getPortalVisit',
        summary: 'Read the current portal visit',
        response: { 200: PortalVisit },
      },
    },
    (request) => {
      const visitor = visitorOf(request)
      return getVisit(deps, visitor, clock.moment(visitor.organizationId))
    },
  )
  app.delete(
    '/v1/portal/session',
    {
      config,
      schema: {
        tags,
        operationId: 'endPortalVisit',
        summary: 'End the portal visit',
        description: 'The link that opened the visit does not work again.',
        response: { 204: Type.Null({ description: 'Done.' }) },
      },
    },
    async (request, reply) => {
      const { customerId, sessionId } = visitorOf(request)
      await endVisit(db, { customerId, id: sessionId })
      return reply.code(204).header('set-cookie', cookie.end()).send(null)
    },
  )
}
