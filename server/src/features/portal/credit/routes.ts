import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { visitorOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { PortalCredit, PortalCreditMovementList, PortalCreditMovementQuery } from './schemas.ts'
import { getOwnCredit, listOwnMovements } from './service.ts'

const tags = ['Portal']
const config = { scope: 'portal' } as const

export const portalCreditRoutes: FastifyPluginAsyncTypebox<{
  db: Db
  clock: BusinessClock
}> = async (app, { db, clock }) => {
  app.get(
    '/v1/portal/credit',
    {
      config,
      schema: {
        tags,
        operationId: 'getPortalCredit',
        summary: "Read what is available of a customer's credit",
        response: { 200: PortalCredit },
      },
    },
    (request) => {
      const visitor = visitorOf(request)
      return getOwnCredit(db, visitor, clock.moment(visitor.organizationId))
    },
  )
  app.get(
    '/v1/portal/credit/movements',
    {
      config,
      schema: {
        tags,
        operationId: 'listPortalCreditMovements',
        summary: "List the changes of a customer's credit",
        description: 'The latest first.',
        querystring: PortalCreditMovementQuery,
        response: { 200: PortalCreditMovementList },
      },
    },
    (request) => listOwnMovements(db, visitorOf(request), request.query),
  )
}
