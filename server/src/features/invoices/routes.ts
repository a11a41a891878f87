import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../platform/database.ts'
import { sendCsv, wantsCsv } from '../../platform/http/csv/csv.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { withCustomerId } from '../customers/named-customer.ts'
import { ACCOUNTING_TABLE } from './accounting/table.ts'
import { Invoice, InvoiceParams } from './invoice-fields.ts'
import { countByStatus, exportInvoices, INVOICE_TABLE, listInvoices } from './list.ts'
import { type PayLinkConfig, withPayUrl } from './pay-link/pay-link.ts'
import { getInvoice } from './read.ts'
import { InvoiceCounts, InvoiceCountsQuery, InvoiceList, InvoiceListQuery } from './schemas.ts'

type InvoiceDeps = { db: Db; config: PayLinkConfig }

const tags = ['Invoices']

export const invoiceRoutes: FastifyPluginAsyncTypebox<InvoiceDeps> = async (app, deps) => {
  const { db, config } = deps
  app.get(
    '/v1/invoices',
    {
      config: { permission: 'read', csv: [INVOICE_TABLE, ACCOUNTING_TABLE] },
      schema: {
        tags,
        operationId: 'listInvoices',
        summary: 'List invoices',
        description:
          'Latest first: by issue date, or by generation date if not issued. As CSV, all of ' +
          'them, most recently created first.',
        querystring: InvoiceListQuery,
        response: { 200: InvoiceList, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const query = await withCustomerId(db, organizationId, request.query)
      if (wantsCsv(request)) {
        return sendCsv(reply, await exportInvoices(deps, organizationId, query))
      }
      const { data, hasMore } = await listInvoices(db, organizationId, query)
      return { data: data.map((invoice) => withPayUrl(config, invoice)), hasMore }
    },
  )
  app.get(
    '/v1/invoices/counts',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'countInvoices',
        summary: 'Count invoices by status',
        description: 'Takes the filters of the list.',
        querystring: InvoiceCountsQuery,
        response: { 200: InvoiceCounts, ...errorResponses(422) },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const query = await withCustomerId(db, organizationId, request.query)
      return countByStatus(db, organizationId, query)
    },
  )
  app.get(
    '/v1/invoices/:invoiceId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getInvoice',
        summary: 'Read an invoice',
        description: 'Includes its lines, discounts, taxes and payments.',
        params: InvoiceParams,
        response: { 200: Invoice },
      },
    },
    async (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.invoiceId }
      return withPayUrl(config, await getInvoice(db, key))
    },
  )
}
