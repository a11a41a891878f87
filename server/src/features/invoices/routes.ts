import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import { generateInvoice, previewInvoice } from './generate.ts'
import { listInvoices } from './list.ts'
import { type PayLinkConfig, withPayUrl } from './pay-link/pay-link.ts'
import { getInvoice } from './read.ts'
import {
  InvoiceBody,
  InvoiceGenerate,
  InvoiceList,
  InvoiceListQuery,
  InvoiceParams,
  InvoicePreview,
} from './schemas.ts'

export type InvoiceDeps = { db: Db; clock: BusinessClock; config: PayLinkConfig }

const tags = ['Invoices']

export const invoiceRoutes: FastifyPluginAsyncTypebox<InvoiceDeps> = async (app, deps) => {
  await app.register(readRoutes, deps)
  await app.register(writeRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<InvoiceDeps> = async (app, { db, config }) => {
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
        response: { 200: InvoiceBody, ...errorResponses(400, 401, 403, 404, 429) },
      },
    },
    async (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.invoiceId }
      return withPayUrl(config, await getInvoice(db, key))
    },
  )
}

const writeRoutes: FastifyPluginAsyncTypebox<InvoiceDeps> = async (app, { db, clock, config }) => {
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
      schema: {
        tags,
        operationId: 'generateInvoice',
        summary: 'Generate the draft of an invoice',
        description:
          'Bills one subscription for one period: usage, fees, adjustments for late usage, ' +
          'discounts and taxes. Generated again, a draft is computed again; once it is beyond ' +
          'draft, that is a 409 that names it, and so is another window beside a draft. A draft of ' +
          'a whole period, or of what invoices leave of one, is final by itself after the ' +
          '`graceHours` of the organization, if its period ends after the subscription was ' +
          'created; any other one waits until you send it.',
        body: InvoiceGenerate,
        response: {
          201: InvoiceBody,
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
      config: { idempotencyHeader: false },
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
