import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { Invoice, InvoiceParams } from '../invoices/invoice-body.ts'
import { withPayUrl } from '../invoices/pay-link/pay-link.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { generateInvoice, previewInvoice } from './generate.ts'
import { pricePreviewRoutes } from './price-preview/routes.ts'
import { InvoiceGenerate, InvoicePreview, InvoiceVoid } from './schemas.ts'
import { subscriptionPreviewRoutes } from './subscription-preview/routes.ts'
import { voidInvoice } from './void.ts'

const tags = ['Invoices']

/** What makes an invoice and takes it back. */
export const billingRoutes: FastifyPluginAsyncTypebox<PaymentDeps> = async (app, deps) => {
  await app.register(generateRoutes, deps)
  await app.register(voidRoutes, deps)
  await app.register(pricePreviewRoutes)
  await app.register(subscriptionPreviewRoutes, deps)
}

const generateRoutes: FastifyPluginAsyncTypebox<PaymentDeps> = async (
  app,
  { db, clock, config },
) => {
  const momentOf = (request: FastifyRequest) => clock.moment(organizationOf(request))
  const requestOf = (request: FastifyRequest, body: InvoiceGenerate) => {
    const { customerId, subscriptionId, ...asked } = body
    const organizationId = organizationOf(request)
    return {
      organizationId,
      customerId: customerId.toLowerCase(),
      subscriptionId: subscriptionId.toLowerCase(),
      asked,
    }
  }
  app.post(
    '/v1/invoices/generate',
    {
      config: { permission: 'bill' },
      schema: {
        tags,
        operationId: 'generateInvoice',
        summary: 'Generate the draft of an invoice',
        description:
          'Bills one subscription for one period: usage, fees, adjustments for late usage, ' +
          'discounts and taxes. Generated again, a draft is computed again; once it is beyond ' +
          'draft, that is a 409 that names it, and so is another window beside a draft. A draft of ' +
          'a whole period, or of what invoices leave of one, is finalized by itself after the ' +
          '`graceHours` of the organization, if its period ends after the subscription was ' +
          'created; any other one waits until you send it.',
        body: InvoiceGenerate,
        response: {
          201: Invoice,
          ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const command = requestOf(request, request.body)
      const invoice = await generateInvoice(db, command, momentOf(request))
      return reply.code(201).send(withPayUrl(config, invoice))
    },
  )
  app.post(
    '/v1/invoices/preview',
    {
      config: { permission: 'bill', idempotencyHeader: false },
      schema: {
        tags,
        operationId: 'previewInvoice',
        summary: 'See what an invoice would be',
        description: 'Computes what generateInvoice would make, and stores nothing.',
        body: InvoiceGenerate,
        response: {
          200: InvoicePreview,
          ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422, 429),
        },
      },
    },
    (request) => previewInvoice(db, requestOf(request, request.body), momentOf(request)),
  )
}

/** Above payments, because the pages on which the invoice could be paid are closed at once. */
const voidRoutes: FastifyPluginAsyncTypebox<PaymentDeps> = async (app, deps) => {
  const { db, clock, config } = deps
  app.post(
    '/v1/invoices/:invoiceId/void',
    {
      config: { permission: 'void' },
      schema: {
        tags,
        operationId: 'voidInvoice',
        summary: 'Void an invoice',
        description:
          'Nothing is owed for it any more. The time of a draft is billed automatically, as if the ' +
          'draft had never been; the time of any other invoice is billed again on request only. ' +
          'Not for an invoice that money was taken for: refund that first.',
        params: InvoiceParams,
        body: InvoiceVoid,
        response: { 200: Invoice, ...errorResponses(400, 401, 403, 404, 409, 413, 415, 429) },
      },
    },
    async (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.invoiceId }
      const reason = request.body?.reason?.trim() || null
      const command = { ...key, reason }
      const invoice = await voidInvoice(db, command, clock.moment(key.organizationId))
      return withPayUrl(config, invoice)
    },
  )
}
