import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendCsv, wantsCsv } from '../../platform/http/csv/csv.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { reconciliation } from './books/reconciliation.ts'
import { Reconciliation, ReconciliationQuery } from './books/schemas.ts'
import { RECONCILIATION_TABLES, reconciliationTable } from './books/tables.ts'
import type { AnalyticsDeps } from './deps.ts'
import { monthEnd } from './month-end/month-end.ts'
import { MonthEnd, MonthEndQuery } from './month-end/schemas.ts'
import { MONTH_END_TABLES, monthEndTable } from './month-end/tables.ts'

const tags = ['Analytics']
const permission = 'read' as const

/** What a month is closed with. */
export const closingRoutes: FastifyPluginAsyncTypebox<AnalyticsDeps> = async (
  app,
  { db, clock },
) => {
  app.get(
    '/v1/analytics/reconciliation',
    {
      config: { isHeavy: true, permission, csv: RECONCILIATION_TABLES },
      schema: {
        tags,
        operationId: 'getReconciliation',
        summary: 'Whether all figures agree',
        description:
          'Compares events with their sums, lines with their prices, totals with lines, and payments with invoices: usage by its date and invoices by their date of issue. Each row that differs is named with both figures. It reads every event of the window; ask for a customer or a short one where there are millions. `piecework books verify` does it for everything.',
        querystring: ReconciliationQuery,
        response: { 200: Reconciliation, ...errorResponses(400, 401, 403, 422, 429) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const asked = { organizationId, query: request.query }
      return wantsCsv(request)
        ? sendCsv(reply, reconciliationTable(db, asked, now))
        : reconciliation(db, asked, now)
    },
  )
  app.get(
    '/v1/analytics/month-end',
    {
      config: { isHeavy: true, permission, csv: MONTH_END_TABLES },
      schema: {
        tags,
        operationId: 'getMonthEnd',
        summary: 'Close a month',
        description:
          'What was invoiced, voided, received and refunded in a window, by when it happened; what was owed at the cut-off, by age; the revenue of the window by whether it was invoiced then; and tax by rate, each with its rows. What happens after the cut-off moves none of it but the revenue: usage that is recorded later counts on its day, as invoiced where its time is, and an invoice that comes later fixes prices and seats and rounds its lines.',
        querystring: MonthEndQuery,
        response: { 200: MonthEnd, ...errorResponses(400, 401, 403, 422, 429) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const asked = { organizationId, query: request.query }
      return wantsCsv(request)
        ? sendCsv(reply, monthEndTable(db, asked, now))
        : monthEnd(db, asked, now)
    },
  )
}
