import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendCsv, wantsCsv } from '../../../platform/http/csv/csv.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { fileOf } from '../../../platform/http/fields.ts'
import { visitorOf } from '../../auth/principal.ts'
import { LineEventsQuery } from '../../billing/explanation/line-event-fields.ts'
import { getInvoiceDocument } from '../../delivery/documents/document.ts'
import { type PdfRenderer, pdfFileName } from '../../delivery/documents/pdf/pdf.ts'
import { InvoiceParams } from '../../invoices/invoice-fields.ts'
import { getShown } from '../../invoices/shown/read.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import {
  exportLineEvents,
  getLineExplanation,
  LINE_EVENT_TABLE,
  listLineEvents,
} from './explanation.ts'
import { PortalLineEventList, PortalLineExplanation } from './explanation-schemas.ts'
import { getLineUsage } from './line-usage.ts'
import {
  PortalInvoice,
  PortalInvoiceList,
  PortalInvoiceQuery,
  PortalLineParams,
  PortalLineUsage,
} from './schemas.ts'
import { getInvoice, listInvoices } from './service.ts'

const tags = ['Portal']
const config = { scope: 'portal' } as const

/** Routes of the invoices that the customer may see. */
export const portalInvoiceRoutes: FastifyPluginAsyncTypebox<
  PaymentDeps & { pdf: PdfRenderer }
> = async (app, deps) => {
  app.get(
    '/v1/portal/invoices',
    {
      config,
      schema: {
        tags,
        operationId: 'listPortalInvoices',
        summary: "List a customer's invoices",
        description: 'Latest issue date first. Drafts are not included.',
        querystring: PortalInvoiceQuery,
        response: { 200: PortalInvoiceList },
      },
    },
    (request) => listInvoices(deps.db, visitorOf(request), request.query),
  )
  app.get(
    '/v1/portal/invoices/:invoiceId',
    {
      config,
      schema: {
        tags,
        operationId: 'getPortalInvoice',
        summary: "Read a customer's invoice",
        params: InvoiceParams,
        response: { 200: PortalInvoice, ...errorResponses(404) },
      },
    },
    (request) => getInvoice(deps, { ...ofVisitor(request), id: request.params.invoiceId }),
  )
  app.get(
    '/v1/portal/invoices/:invoiceId/lines/:lineId/usage',
    {
      config,
      schema: {
        tags,
        operationId: 'getPortalLineUsage',
        summary: 'Read the usage behind an invoice line',
        description: 'By day, for a line that bills usage.',
        params: PortalLineParams,
        response: { 200: PortalLineUsage, ...errorResponses(404) },
      },
    },
    (request) => {
      const { invoiceId, lineId } = request.params
      return getLineUsage(deps.db, { ...ofVisitor(request), id: invoiceId }, lineId.toLowerCase())
    },
  )
  app.get(
    '/v1/portal/invoices/:invoiceId/lines/:lineId/explanation',
    {
      config,
      schema: {
        tags,
        operationId: 'explainPortalInvoiceLine',
        summary: 'Explain an invoice line to its customer',
        description: 'Every step from the usage to the amount, without costs.',
        params: PortalLineParams,
        response: { 200: PortalLineExplanation, ...errorResponses(404) },
      },
    },
    (request) => {
      const { invoiceId, lineId } = request.params
      return getLineExplanation(deps.db, { ...ofVisitor(request), id: invoiceId }, lineId)
    },
  )
  app.get(
    '/v1/portal/invoices/:invoiceId/lines/:lineId/events',
    {
      config: { ...config, csv: [LINE_EVENT_TABLE] },
      schema: {
        tags,
        operationId: 'listPortalInvoiceLineEvents',
        summary: 'List the events behind an invoice line for its customer',
        description: 'Latest first, without costs. As CSV, all of them.',
        params: PortalLineParams,
        querystring: LineEventsQuery,
        response: { 200: PortalLineEventList, ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const { invoiceId, lineId } = request.params
      const key = { ...ofVisitor(request), id: invoiceId }
      if (wantsCsv(request)) return sendCsv(reply, await exportLineEvents(deps.db, key, lineId))
      return listLineEvents(deps.db, { key, lineId }, request.query)
    },
  )
  app.get(
    '/v1/portal/invoices/:invoiceId/pdf',
    {
      config,
      schema: {
        tags,
        operationId: 'getPortalInvoicePdf',
        summary: "Read a customer's invoice as PDF",
        params: InvoiceParams,
        response: {
          200: {
            description: 'The document.',
            content: fileOf('application/pdf'),
          },
          ...errorResponses(404),
        },
      },
    },
    async (request, reply) => {
      const key = { ...ofVisitor(request), id: request.params.invoiceId }
      const document = await getInvoiceDocument(deps.db, deps.config, await getShown(deps.db, key))
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${pdfFileName(document)}"`)
        .header('cache-control', 'private, no-store')
        .send(await deps.pdf.render(document))
    },
  )
}

function ofVisitor(request: Parameters<typeof visitorOf>[0]) {
  const { organizationId, customerId } = visitorOf(request)
  return { organizationId, customerId }
}
