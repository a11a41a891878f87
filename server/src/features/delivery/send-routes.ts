import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { fileOf } from '../../platform/http/fields.ts'
import { organizationOf } from '../auth/principal.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import { InvoiceParams } from '../invoices/invoice-fields.ts'
import { getInvoiceDocument } from './documents/document.ts'
import { type PdfRenderer, pdfFileName } from './documents/pdf/pdf.ts'
import { type SendDeps, sendInvoice } from './send.ts'
import { InvoiceSendBody, InvoiceSendResult } from './send-schemas.ts'

const tags = ['Invoices']

export const invoiceSendRoutes: FastifyPluginAsyncTypebox<
  SendDeps & { clock: BusinessClock; pdf: PdfRenderer }
> = async (app, deps) => {
  app.post(
    '/v1/invoices/:invoiceId/send',
    {
      config: { permission: 'bill' },
      schema: {
        tags,
        operationId: 'sendInvoice',
        summary: 'Send an invoice',
        description:
          'Sends the invoice by email, with the PDF and a payment button, and copies ' +
          '`invoiceEmailRecipients`. A draft or pending invoice is issued: dated now, and due ' +
          'after its net terms. An issued or overdue invoice is sent again and keeps its dates. ' +
          'The email is queued when the response is sent: it stays in the outbox until the ' +
          'mail server has accepted it.',
        params: InvoiceParams,
        body: InvoiceSendBody,
        response: {
          200: InvoiceSendResult,
        },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const command = {
        organizationId,
        id: request.params.invoiceId,
        options: { ...request.body, isRequested: true },
      }
      return sendInvoice(deps, command, deps.clock.moment(organizationId))
    },
  )
  app.get(
    '/v1/invoices/:invoiceId/pdf',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getInvoicePdf',
        summary: 'Read an invoice as PDF',
        description: 'The PDF that is attached to the email; a draft is marked as a draft.',
        params: InvoiceParams,
        response: {
          200: {
            description: 'The document.',
            content: fileOf('application/pdf'),
          },
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.invoiceId }
      const document = await getInvoiceDocument(deps.db, deps.config, key)
      const pdf = await deps.pdf.render(document)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${pdfFileName(document)}"`)
        .header('cache-control', 'private, no-store')
        .send(pdf)
    },
  )
}
