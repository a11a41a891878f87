import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { organizationOf } from '../../auth/principal.ts'
import { listCreditMovements } from './list.ts'
import { CreditMovementList, CreditMovementParams, CreditMovementQuery } from './schemas.ts'

export const creditMovementRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/v1/customers/:customerId/credit-movements',
    {
      config: { permission: 'read' },
      schema: {
        tags: ['Customers'],
        operationId: 'listCreditMovements',
        summary: 'List the credit movements of a customer',
        description:
          'Every change of the credit, the latest first, with its invoice or payout. The balance ' +
          'after the latest one in a currency is the balance of the customer; promotional credit ' +
          'has a balance of its own.',
        params: CreditMovementParams,
        querystring: CreditMovementQuery,
        response: { 200: CreditMovementList },
      },
    },
    (request) => {
      const customerId = request.params.customerId.toLowerCase()
      const scope = { organizationId: organizationOf(request), customerId }
      return listCreditMovements(db, scope, request.query)
    },
  )
}
