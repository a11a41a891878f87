import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { organizationOf } from '../../auth/principal.ts'
import type { PaymentDeps } from '../deps.ts'
import { recordCreditPayout } from './credit-payout.ts'
import { CreditPayout, CreditPayoutCreate, CreditPayoutParams } from './schemas.ts'

export const creditPayoutRoutes: FastifyPluginAsyncTypebox<PaymentDeps> = async (app, deps) => {
  const { db, clock } = deps
  app.post(
    '/v1/customers/:customerId/credit-payouts',
    {
      config: { permission: 'refund' },
      schema: {
        tags: ['Customers'],
        operationId: 'recordCreditPayout',
        summary: 'Record a payout of customer credit',
        description:
          'Sends no money: pay the customer first, then record it here, so that no invoice ' +
          'uses the credit too. Only credit from corrections can be paid out, not paid or ' +
          'promotional credit: 409 when it is more than that in the currency.',
        params: CreditPayoutParams,
        body: CreditPayoutCreate,
        response: {
          201: CreditPayout,
        },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const customerId = request.params.customerId.toLowerCase()
      const moment = clock.moment(organizationId)
      const scope = { organizationId, customerId }
      return reply.code(201).send(await recordCreditPayout(db, scope, request.body, moment))
    },
  )
}
