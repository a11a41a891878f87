import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { withPayUrl } from '../invoices/pay-link/pay-link.ts'
import { InvoiceBody, InvoiceParams, InvoiceVoid } from '../invoices/schemas.ts'
import { voidInvoice } from '../invoices/void.ts'
import { closeCheckouts } from '../payments/checkout/close-checkouts.ts'
import type { PaymentDeps } from '../payments/deps.ts'

/** Above payments, because the pages on which the invoice could be paid are closed at once. */
export const invoiceVoidRoutes: FastifyPluginAsyncTypebox<PaymentDeps> = async (app, deps) => {
  const { db, clock, config } = deps
  app.post(
    '/v1/invoices/:invoiceId/void',
    {
      schema: {
        tags: ['Invoices'],
        operationId: 'voidInvoice',
        summary: 'Void an invoice',
        description:
          'Nothing is owed for it any more, and its period can be invoiced again. Not for an ' +
          'invoice that money was taken for: refund that first.',
        params: InvoiceParams,
        body: InvoiceVoid,
        response: { 200: InvoiceBody, ...errorResponses(400, 401, 403, 404, 409, 413, 415, 429) },
      },
    },
    async (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.invoiceId }
      const invoice = await voidInvoice(db, key, clock.moment(key.organizationId))
      await closeCheckouts(deps, { ...key, customerId: invoice.customerId })
      return withPayUrl(config, invoice)
    },
  )
}
