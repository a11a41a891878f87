import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { organizationOf } from '../../auth/principal.ts'
import { getCustomer } from '../../customers/service.ts'
import type { PaymentDeps } from '../deps.ts'
import { AutoTopUp } from './fields.ts'
import { AutoTopUpParams, AutoTopUpSet, AutoTopUpsParams, CustomerAutoTopUps } from './schemas.ts'
import { getAutoTopUp, listAutoTopUps, setAutoTopUp, switchOffAutoTopUp } from './service.ts'

const tags = ['Customers']

/** Routes for the automatic top-ups of a customer. */
export const autoTopUpRoutes: FastifyPluginAsyncTypebox<PaymentDeps> = async (app, deps) => {
  const { db, clock } = deps
  app.get(
    '/v1/customers/:customerId/auto-top-ups',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getAutoTopUps',
        summary: 'Read the automatic top-ups of a customer',
        params: AutoTopUpsParams,
        response: { 200: CustomerAutoTopUps },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const customerId = request.params.customerId.toLowerCase()
      const { externalId } = await getCustomer(db, { organizationId, id: customerId })
      const of = { customerId, customerExternalId: externalId }
      const key = { organizationId, customerId }
      const found = await listAutoTopUps(db, key, clock.moment(organizationId))
      return { ...of, autoTopUps: found.map((one) => ({ ...one, ...of })) }
    },
  )
  app.post(
    '/v1/customers/:customerId/auto-top-ups',
    {
      config: { permission: 'bill' },
      schema: {
        tags,
        operationId: 'setAutoTopUp',
        summary: 'Set the automatic top-ups of a customer in a currency',
        description:
          'While less than `threshold` is available, as getCustomerCredit says, the saved payment method is ' +
          'charged with `amount`: after usage and holds, or within a minute. One at a time, and at ' +
          'most `maxPerMonth` in a calendar month. After a failure the next one waits for a day, and ' +
          'three in a row switch it off. The customer must have agreed: `consentedBy` and `consentText` ' +
          'state who did, and to what. Replaces the one in force; needs a saved payment method.',
        params: AutoTopUpsParams,
        body: AutoTopUpSet,
        response: { 200: AutoTopUp, ...errorResponses(409) },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const customerId = request.params.customerId.toLowerCase()
      const { externalId } = await getCustomer(db, { organizationId, id: customerId })
      const moment = clock.moment(organizationId)
      const sent = { ...request.body, consentSource: 'operator' as const }
      const key = await setAutoTopUp(deps, { organizationId, customerId }, sent, moment)
      const body = await getAutoTopUp(db, key, moment)
      return { ...body, customerId, customerExternalId: externalId }
    },
  )
  app.post(
    '/v1/customers/:customerId/auto-top-ups/:autoTopUpId/switch-off',
    {
      config: { permission: 'bill' },
      schema: {
        tags,
        operationId: 'switchOffAutoTopUp',
        summary: 'Switch off an automatic top-up',
        description:
          'A charge that is under way goes on, and its payment gives its credit. Does nothing if it is off.',
        params: AutoTopUpParams,
        response: { 200: AutoTopUp },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const customerId = request.params.customerId.toLowerCase()
      const id = request.params.autoTopUpId.toLowerCase()
      const { externalId } = await getCustomer(db, { organizationId, id: customerId })
      const moment = clock.moment(organizationId)
      const body = await switchOffAutoTopUp(db, { organizationId, customerId, id }, moment)
      return { ...body, customerId, customerExternalId: externalId }
    },
  )
}
