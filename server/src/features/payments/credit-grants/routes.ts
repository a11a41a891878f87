import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { organizationOf } from '../../auth/principal.ts'
import type { PaymentDeps } from '../deps.ts'
import {
  CreditGrant,
  CreditGrantCreate,
  CreditGrantList,
  CreditGrantQuery,
  GrantParams,
  GrantsParams,
} from './schemas.ts'
import { createCreditGrant, expireCreditGrant, listCreditGrants } from './service.ts'

const tags = ['Customers']

type Deps = Pick<PaymentDeps, 'db' | 'clock'>

export const creditGrantRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, clock }) => {
  app.get(
    '/v1/customers/:customerId/credit-grants',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listCreditGrants',
        summary: 'List the credit grants of a customer',
        description: 'The latest first, including used and expired ones.',
        params: GrantsParams,
        querystring: CreditGrantQuery,
        response: { 200: CreditGrantList },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const scope = { organizationId, customerId: request.params.customerId.toLowerCase() }
      const { businessNow } = clock.moment(organizationId)
      return listCreditGrants(db, scope, request.query, businessNow)
    },
  )
  app.post(
    '/v1/customers/:customerId/credit-grants',
    {
      config: { permission: 'refund' },
      schema: {
        tags,
        operationId: 'createCreditGrant',
        summary: 'Give a customer credit',
        description:
          'Invoices that become final use it: promotional credit before tax, then credit from ' +
          'corrections and paid credit after tax. Of several grants, the one with the lower ' +
          'priority number is used first, then the one that expires sooner. An invoice uses a ' +
          'grant that was valid at some time of its period.',
        params: GrantsParams,
        body: CreditGrantCreate,
        response: { 201: CreditGrant, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const scope = { organizationId, customerId: request.params.customerId.toLowerCase() }
      const grant = await createCreditGrant(db, scope, request.body, clock.moment(organizationId))
      return reply.code(201).send(grant)
    },
  )
  app.post(
    '/v1/customers/:customerId/credit-grants/:grantId/expire',
    {
      config: { permission: 'refund' },
      schema: {
        tags,
        operationId: 'expireCreditGrant',
        summary: 'Expire a credit grant',
        description:
          'What is left of it expires now, and no invoice uses it any more. A grant that has ' +
          'expired keeps its time. Credit that a voided invoice gives back later is a new grant ' +
          'of 30 days.',
        params: GrantParams,
        response: { 200: CreditGrant },
      },
    },
    (request) => {
      const { customerId, grantId } = request.params
      const organizationId = organizationOf(request)
      const key = {
        organizationId,
        customerId: customerId.toLowerCase(),
        id: grantId.toLowerCase(),
      }
      return expireCreditGrant(db, key, clock.moment(organizationId))
    },
  )
}
