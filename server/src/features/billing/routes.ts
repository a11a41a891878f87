import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { customerIdOf } from '../customers/named-customer.ts'
import { Invoice, InvoiceParams } from '../invoices/invoice-fields.ts'
import { withPayUrl } from '../invoices/pay-link/pay-link.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { type CorrectionPreviewDeps, correctionPreviewRoutes } from './correction-preview/routes.ts'
import { explanationRoutes } from './explanation/routes.ts'
import { generateInvoice, previewInvoice } from './generate.ts'
import { outcomeComparisonRoutes } from './outcome-comparison/routes.ts'
import { planChangeRoutes } from './plan-changes/routes.ts'
import { pricePreviewRoutes } from './price-preview/routes.ts'
import { InvoiceGenerate, InvoicePreview, InvoiceVoid } from './schemas.ts'
import { seatsRoutes } from './seats/routes.ts'
import { subscriptionPreviewRoutes } from './subscription-preview/routes.ts'
import { voidInvoice } from './void.ts'

const tags = ['Invoices']

/** Routes that generate, preview, void and explain invoices. */
export const billingRoutes: FastifyPluginAsyncTypebox<PaymentDeps & CorrectionPreviewDeps> = async (
  app,
  deps,
) => {
  await app.register(generateRoutes, deps)
  await app.register(voidRoutes, deps)
  await app.register(explanationRoutes, deps)
  await app.register(correctionPreviewRoutes, deps)
  await app.register(outcomeComparisonRoutes, deps)
  await app.register(pricePreviewRoutes)
  await app.register(subscriptionPreviewRoutes, deps)
  await app.register(seatsRoutes, deps)
  await app.register(planChangeRoutes, deps)
}

const generateRoutes: FastifyPluginAsyncTypebox<PaymentDeps> = async (
  app,
  { db, clock, config },
) => {
  const momentOf = (request: FastifyRequest) => clock.moment(organizationOf(request))
  const requestOf = async (request: FastifyRequest, body: InvoiceGenerate) => {
    const { customerId, customerExternalId, subscriptionId, ...asked } = body
    const organizationId = organizationOf(request)
    const named = { customerId, customerExternalId }
    return {
      organizationId,
      customerId: await customerIdOf(db, organizationId, named),
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
        summary: 'Generate a draft invoice',
        description:
          'Bills one subscription for one period: usage, fees, adjustments for late usage, ' +
          'discounts and taxes. A draft that is generated again is recomputed. If the invoice ' +
          'is beyond draft, or a draft with another window overlaps, the request is rejected ' +
          'with a 409 that names it. A draft is finalized automatically after the `graceHours` ' +
          'of the organization if it bills a whole period, or all that other invoices leave of ' +
          'it, and if the period ends after the subscription was created. Any other draft waits ' +
          'until you send it.',
        body: InvoiceGenerate,
        response: {
          201: Invoice,
        },
      },
    },
    async (request, reply) => {
      const command = await requestOf(request, request.body)
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
        summary: 'Preview an invoice',
        description: 'Computes the result of generateInvoice without storing anything.',
        body: InvoiceGenerate,
        response: {
          200: InvoicePreview,
          ...errorResponses(409, 422),
        },
      },
    },
    async (request) =>
      previewInvoice(db, await requestOf(request, request.body), momentOf(request)),
  )
}

/** Depends on payments, because voiding closes the invoice's checkout pages immediately. */
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
          'Nothing is due on the invoice any more. The period of a draft is billed ' +
          'automatically, as if the draft had never existed; the period of any other invoice is ' +
          'billed again only on request. Not possible for an invoice with payments: refund them ' +
          'first.',
        params: InvoiceParams,
        body: InvoiceVoid,
        response: { 200: Invoice },
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
