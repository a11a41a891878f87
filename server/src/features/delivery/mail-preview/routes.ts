import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { sendDocument } from '../../emails/document.ts'
import { InvoiceParams } from '../../invoices/invoice-fields.ts'
import type { SendDeps } from '../send.ts'
import { previewMail, previewMailDocument } from './preview.ts'
import { InvoiceMail, InvoiceMailDocumentQuery, InvoiceMailQuery } from './schemas.ts'

const tags = ['Invoices']

/** The routes for previewing an invoice email before it is sent. */
export const mailPreviewRoutes: FastifyPluginAsyncTypebox<
  SendDeps & { clock: BusinessClock }
> = async (app, deps) => {
  app.get(
    '/v1/invoices/:invoiceId/mail',
    {
      config: { permission: 'bill' },
      schema: {
        tags,
        operationId: 'previewInvoiceMail',
        summary: 'Preview the email of an invoice',
        description:
          'Takes the parameters of sendInvoice. A draft is computed as for sending. Nothing is ' +
          'stored and nothing is sent.',
        params: InvoiceParams,
        querystring: InvoiceMailQuery,
        response: { 200: InvoiceMail, ...errorResponses(409) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const asked = { organizationId, id: request.params.invoiceId, options: request.query }
      return previewMail(deps, asked, deps.clock.moment(organizationId))
    },
  )
  app.get(
    '/v1/invoices/:invoiceId/mail/document',
    {
      config: { permission: 'bill', isDocument: true },
      schema: {
        tags,
        operationId: 'previewInvoiceMailDocument',
        summary: 'Preview the email of an invoice as a document',
        description:
          'The message as its recipient sees it, for display in a frame: it cannot run scripts, ' +
          'load resources or follow links.',
        params: InvoiceParams,
        querystring: InvoiceMailDocumentQuery,
        response: {
          200: {
            description: 'The message as HTML.',
            content: { 'text/html': { schema: Type.String() } },
          },
          ...errorResponses(409),
        },
      },
    },
    async (request, reply) => {
      const { organization: _organization, ...options } = request.query
      const organizationId = organizationOf(request)
      const asked = { organizationId, id: request.params.invoiceId, options }
      const html = await previewMailDocument(deps, asked, deps.clock.moment(organizationId))
      return sendDocument(reply, html)
    },
  )
}
