import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { notFound } from '../../../platform/errors.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { organizationOf } from '../../auth/principal.ts'
import { getCustomer } from '../../customers/service.ts'
import { keepAnswer } from '../../idempotent-requests/kept-answer.ts'
import type { PaymentDeps } from '../deps.ts'
import { topUpBody } from './body.ts'
import { createTopUp } from './create-top-up.ts'
import { TopUpCreate } from './fields.ts'
import { findTopUp, listTopUps } from './read-top-ups.ts'
import { TopUp, TopUpList, TopUpParams, TopUpQuery, TopUpsParams } from './schemas.ts'

const tags = ['Customers']

export const topUpRoutes: FastifyPluginAsyncTypebox<PaymentDeps> = async (app, deps) => {
  const { db, config } = deps
  app.get(
    '/v1/customers/:customerId/top-ups',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listTopUps',
        summary: 'List the top-ups of a customer',
        description: 'The latest first, including failed ones.',
        params: TopUpsParams,
        querystring: TopUpQuery,
        response: { 200: TopUpList },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const customerId = request.params.customerId.toLowerCase()
      const { externalId } = await getCustomer(db, { organizationId, id: customerId })
      const page = pageOf(request.query)
      const { rows, total } = await listTopUps(db, { organizationId, customerId }, page)
      const bodies = rows.map((topUp) => topUpBody(config, topUp, externalId))
      return listAnswer(page, bodies, total)
    },
  )
  app.get(
    '/v1/customers/:customerId/top-ups/:topUpId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getTopUp',
        summary: 'Read a top-up',
        params: TopUpParams,
        response: { 200: TopUp },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const customerId = request.params.customerId.toLowerCase()
      const id = request.params.topUpId.toLowerCase()
      const { externalId } = await getCustomer(db, { organizationId, id: customerId })
      const topUp = await findTopUp(db, { organizationId, customerId, id })
      return topUpBody(config, topUp ?? notFound('Top-up'), externalId)
    },
  )
  app.post(
    '/v1/customers/:customerId/top-ups',
    {
      config: { permission: 'bill', idempotencyKey: 'required' },
      schema: {
        tags,
        operationId: 'createTopUp',
        summary: 'Top up the prepaid credit of a customer',
        description:
          'Creates an invoice of the kind `top_up`: an advance without tax, due within 24 hours ' +
          'and then void. Its payment gives paid credit of the same amount. With `checkout` the ' +
          'answer has the link to the payment page. With `saved` the saved payment method is ' +
          'charged at once; if the bank wants the customer to confirm the charge, the link is ' +
          'mailed to the customer. A declined charge leaves nothing due: 201 with the status ' +
          '`failed`. The Idempotency-Key is required, so that no retry tops up twice.',
        params: TopUpsParams,
        body: TopUpCreate,
        response: { 201: TopUp, ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const customerId = request.params.customerId.toLowerCase()
      const { externalId } = await getCustomer(db, { organizationId, id: customerId })
      const keep = keepAnswer(request, 201)
      const { topUp } = await createTopUp(
        deps,
        { organizationId, customerId },
        request.body,
        (one) => keep(topUpBody(config, one, externalId)),
      )
      return reply.code(201).send(topUpBody(config, topUp, externalId))
    },
  )
}
