import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../platform/database.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { Invoice, InvoiceParams } from './invoice-body.ts'
import { listInvoices } from './list.ts'
import { type PayLinkConfig, withPayUrl } from './pay-link/pay-link.ts'
import { getInvoice } from './read.ts'
import { InvoiceList, InvoiceListQuery } from './schemas.ts'

type InvoiceDeps = { db: Db; config: PayLinkConfig }

const tags = ['Invoices']

export const invoiceRoutes: FastifyPluginAsyncTypebox<InvoiceDeps> = async (app, deps) => {
  const { db, config } = deps
  app.get(
    '/v1/invoices',
    {
      schema: {
        tags,
        operationId: 'listInvoices',
        summary: 'List invoices',
        description: 'The latest first, by the date of issue and before that of generation.',
        querystring: InvoiceListQuery,
        response: { 200: InvoiceList, ...errorResponses(400, 401, 403, 422, 429) },
      },
    },
    async (request) => {
      const { data, hasMore } = await listInvoices(db, organizationOf(request), request.query)
      return { data: data.map((invoice) => withPayUrl(config, invoice)), hasMore }
    },
  )
  app.get(
    '/v1/invoices/:invoiceId',
    {
      schema: {
        tags,
        operationId: 'getInvoice',
        summary: 'Read an invoice',
        description: 'With its lines, discounts, taxes and payments.',
        params: InvoiceParams,
        response: { 200: Invoice, ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.invoiceId }
      return withPayUrl(config, await getInvoice(db, key))
    },
  )
}
