import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { organizationOf } from '../../auth/principal.ts'
import { InvoiceParams } from '../../invoices/invoice-fields.ts'
import { InvoiceTimeline } from './schemas.ts'
import { getTimeline } from './timeline.ts'

export const timelineRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/v1/invoices/:invoiceId/timeline',
    {
      config: { permission: 'read' },
      schema: {
        tags: ['Invoices'],
        operationId: 'getInvoiceTimeline',
        summary: 'Read the history of an invoice',
        description:
          'When the invoice was generated, finalized, sent and to whom, opened for payment, ' +
          'paid and refunded, and when the draft will be sent.',
        params: InvoiceParams,
        response: { 200: InvoiceTimeline },
      },
    },
    (request) =>
      getTimeline(db, { organizationId: organizationOf(request), id: request.params.invoiceId }),
  )
}
