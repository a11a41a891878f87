import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { notFound } from '../../../platform/errors.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { visitorOf } from '../../auth/principal.ts'
import { keepAnswer } from '../../idempotent-requests/kept-answer.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import { TopUpCreate } from '../../payments/top-ups/fields.ts'
import { findTopUp } from '../../payments/top-ups/read-top-ups.ts'
import { PortalTopUp, PortalTopUpList, PortalTopUpParams, PortalTopUpQuery } from './schemas.ts'
import { listOwnTopUps, portalTopUp, startOwnTopUp } from './service.ts'

const tags = ['Portal']
const config = { scope: 'portal', idempotencyHeader: false } as const

/** Routes for the top-ups of a customer's own credit. */
export const portalTopUpRoutes: FastifyPluginAsyncTypebox<PaymentDeps> = async (app, deps) => {
  const { db } = deps
  app.get(
    '/v1/portal/top-ups',
    {
      config,
      schema: {
        tags,
        operationId: 'listPortalTopUps',
        summary: "List a customer's top-ups",
        description: 'The latest first, including failed ones.',
        querystring: PortalTopUpQuery,
        response: { 200: PortalTopUpList },
      },
    },
    (request) => listOwnTopUps(deps, visitorOf(request), request.query),
  )
  app.get(
    '/v1/portal/top-ups/:topUpId',
    {
      config,
      schema: {
        tags,
        operationId: 'getPortalTopUp',
        summary: "Read a customer's top-up",
        params: PortalTopUpParams,
        response: { 200: PortalTopUp, ...errorResponses(404) },
      },
    },
    async (request) => {
      const { organizationId, customerId } = visitorOf(request)
      const id = request.params.topUpId.toLowerCase()
      const topUp = await findTopUp(db, { organizationId, customerId, id })
      return portalTopUp(deps, topUp ?? notFound('Top-up'))
    },
  )
  app.post(
    '/v1/portal/top-ups',
    {
      config: { scope: 'portal', idempotencyKey: 'required' },
      schema: {
        tags,
        operationId: 'createPortalTopUp',
        summary: "Top up a customer's credit",
        description:
          'With `checkout`, follow `payUrl` or pay the invoice of the same id in the portal. With ' +
          '`saved`, the saved payment method is charged at once: `paid`, `failed` if it was ' +
          'declined, or `open` if the bank wants a confirmation on the payment page. The ' +
          'Idempotency-Key is required, so that no retry tops up twice.',
        body: TopUpCreate,
        response: { 201: PortalTopUp, ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const keep = keepAnswer(request, 201)
      const topUp = await startOwnTopUp(deps, visitorOf(request), request.body, keep)
      return reply.code(201).send(topUp)
    },
  )
}
