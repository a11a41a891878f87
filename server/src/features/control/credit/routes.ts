import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { getCustomer } from '../../customers/service.ts'
import { toBody } from './body.ts'
import { readCredit } from './read-credit.ts'
import { CreditParams, CustomerCredit } from './schemas.ts'

type CreditDeps = { db: Db; clock: BusinessClock }

export const creditRoutes: FastifyPluginAsyncTypebox<CreditDeps> = async (app, { db, clock }) => {
  app.get(
    '/v1/customers/:customerId/credit',
    {
      config: { permission: 'read' },
      schema: {
        tags: ['Customers'],
        operationId: 'getCustomerCredit',
        summary: 'Read what is available of the credit of a customer',
        description:
          'Computed now: usage counts from the answer that it is stored, priced as an invoice ' +
          'prices it. `available` equals what is left of the credit less the total of a preview.',
        params: CreditParams,
        response: { 200: CustomerCredit },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const moment = clock.moment(organizationId)
      const customerId = request.params.customerId.toLowerCase()
      const customer = await getCustomer(db, { organizationId, id: customerId })
      const states = await readCredit(db, { organizationId, customerId }, moment)
      return toBody(customer, states, moment.businessNow)
    },
  )
}
