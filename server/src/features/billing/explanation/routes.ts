import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { sendCsv, wantsCsv } from '../../../platform/http/csv/csv.ts'
import { csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { organizationOf } from '../../auth/principal.ts'
import { toBody } from '../../events/body.ts'
import { UsageEvent } from '../../events/fields.ts'
import { findOrRefuse } from '../../invoices/read.ts'
import { explanationBody } from './body.ts'
import { explainInvoiceLine } from './explain.ts'
import { LineEventsQuery, lineEventsOf } from './line-event-fields.ts'
import { exportLineEvents, listLineEvents } from './line-events.ts'
import { InvoiceLineParams, LineExplanation } from './schemas.ts'

const tags = ['Invoices']

export const LINE_EVENT_TABLE = csvTable('line-events', UsageEvent)
const LineEventList = lineEventsOf('InvoiceLineEventList', UsageEvent)

/** Routes that explain the amount of an invoice line. */
export const explanationRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/v1/invoices/:invoiceId/lines/:lineId/explanation',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'explainInvoiceLine',
        summary: 'Explain an invoice line',
        description:
          'Every step from the usage to the amount, with figures that can be multiplied out: the ' +
          'tariff, tiers, packages, pools, flat fees, days and seats, and what earlier lines ' +
          'billed. Then the usage behind the line, as it is now, and the lines that settle what ' +
          'changed since.',
        params: InvoiceLineParams,
        response: { 200: LineExplanation },
      },
    },
    async (request) => {
      const { invoiceId: id, lineId } = request.params
      const invoice = await findOrRefuse(db, { organizationId: organizationOf(request), id })
      return explanationBody(invoice, await explainInvoiceLine(db, invoice, lineId.toLowerCase()))
    },
  )
  app.get(
    '/v1/invoices/:invoiceId/lines/:lineId/events',
    {
      config: { permission: 'read', csv: [LINE_EVENT_TABLE] },
      schema: {
        tags,
        operationId: 'listInvoiceLineEvents',
        summary: 'List the events behind an invoice line',
        description:
          'Every event in the ranges of the line, as it is now. A line of late usage has the ' +
          'ranges of the line that it settles. As CSV, all of them.',
        params: InvoiceLineParams,
        querystring: LineEventsQuery,
        response: { 200: LineEventList },
      },
    },
    async (request, reply) => {
      const { invoiceId: id, lineId } = request.params
      const invoice = await findOrRefuse(db, { organizationId: organizationOf(request), id })
      const line = { invoice, lineId: lineId.toLowerCase() }
      if (wantsCsv(request)) {
        return sendCsv(reply, csvFile(LINE_EVENT_TABLE, await exportLineEvents(db, line, toBody)))
      }
      const { results, ...page } = await listLineEvents(db, line, request.query)
      return { ...page, results: results.map(toBody) }
    },
  )
}
