import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { visitorOf } from '../../auth/principal.ts'
import { InvoiceParams } from '../../invoices/invoice-fields.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import { removeMethod } from '../../payments/methods/remove-method.ts'
import { listMethods, startSetup } from './methods.ts'
import { payInvoice } from './pay.ts'
import { PortalPay, PortalPaymentAnswer, PortalPaymentMethods, PortalSetup } from './schemas.ts'

const tags = ['Portal']
const config = { scope: 'portal', idempotencyHeader: false } as const

/** Routes for paying invoices and managing payment methods. */
export const portalPayingRoutes: FastifyPluginAsyncTypebox<PaymentDeps> = async (app, deps) => {
  app.post(
    '/v1/portal/invoices/:invoiceId/pay',
    {
      config,
      schema: {
        tags,
        operationId: 'payPortalInvoice',
        summary: "Pay a customer's invoice",
        description:
          'An invoice is paid only once, even with concurrent requests that use different ways ' +
          'to pay. The page of the provider leads back to the invoice in the portal.',
        params: InvoiceParams,
        body: PortalPay,
        response: {
          200: PortalPaymentAnswer,
          ...errorResponses(404, 409),
        },
      },
    },
    (request) => {
      const { organizationId, customerId } = visitorOf(request)
      const key = { organizationId, customerId, id: request.params.invoiceId }
      return payInvoice(deps, key, request.body)
    },
  )
  app.get(
    '/v1/portal/payment-methods',
    {
      config,
      schema: {
        tags,
        operationId: 'listPortalPaymentMethods',
        summary: "List a customer's saved payment methods",
        response: { 200: PortalPaymentMethods },
      },
    },
    (request) => listMethods(deps, visitorOf(request)),
  )
  app.post(
    '/v1/portal/payment-methods/setup',
    {
      config,
      schema: {
        tags,
        operationId: 'setUpPortalPaymentMethod',
        summary: 'Save or replace a payment method',
        description:
          'Returns the page of the provider, which leads back to the profile in the portal. ' +
          'The method saved last is used, and the one that it replaces is removed at the ' +
          'provider.',
        response: { 200: PortalSetup, ...errorResponses(409) },
      },
    },
    (request) => startSetup(deps, visitorOf(request)),
  )
  app.delete(
    '/v1/portal/payment-methods',
    {
      config,
      schema: {
        tags,
        operationId: 'removePortalPaymentMethod',
        summary: 'Remove the saved payment method',
        description:
          'It is not charged from now on, even while the provider does not answer; a charge in ' +
          'progress completes.',
        response: { 204: Type.Null({ description: 'Done.' }) },
      },
    },
    async (request, reply) => {
      await removeMethod(deps, visitorOf(request))
      return reply.code(204).send(null)
    },
  )
}
