import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendCsv, wantsCsv } from '../../platform/http/csv/csv.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { withCustomerId } from '../customers/named-customer.ts'
import type { AnalyticsDeps } from './deps.ts'
import { monthEnd } from './month-end/month-end.ts'
import { MonthEnd, MonthEndQuery } from './month-end/schemas.ts'
import { MONTH_END_TABLES, monthEndTable } from './month-end/tables.ts'
import { reconciliation } from './reconciliation/reconciliation.ts'
import { Reconciliation, ReconciliationQuery } from './reconciliation/schemas.ts'
import { RECONCILIATION_TABLES, reconciliationTable } from './reconciliation/tables.ts'

const tags = ['Analytics']
const permission = 'read' as const

/** Routes of month-end closing. */
export const closingRoutes: FastifyPluginAsyncTypebox<AnalyticsDeps> = async (app, deps) => {
  const { db, clock } = deps
  app.get(
    '/v1/analytics/reconciliation',
    {
      config: { isHeavy: true, permission, csv: RECONCILIATION_TABLES },
      schema: {
        tags,
        operationId: 'getReconciliation',
        summary: 'Check that all figures agree',
        description:
          'Compares events with their sums, lines with their prices, totals with lines, and ' +
          'payments with invoices: usage by its date and invoices by their issue date. Each ' +
          'row that differs is returned with both figures. It reads every event of the window: ' +
          'with millions of events, filter by customer or choose a short window. Kept earnings ' +
          'are computed again for the 500 customers whose earnings changed last. `piecework ' +
          'books verify` checks everything.',
        querystring: ReconciliationQuery,
        response: { 200: Reconciliation, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const query = await withCustomerId(db, organizationId, request.query)
      const asked = { organizationId, query }
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
        summary: 'Read month-end figures',
        description:
          'Amounts invoiced, voided, received and refunded in a window; outstanding amounts at ' +
          'the cut-off, by age; revenue of the window, invoiced and not invoiced by then; tax by ' +
          'rate; the change of receivables; and credit that expired. Each has its rows. Events after the cut-off ' +
          'change only the revenue: usage recorded later counts on its day, as invoiced if that ' +
          'day is invoiced. A later ' +
          'invoice fixes prices and seats, and rounds its lines.',
        querystring: MonthEndQuery,
        response: { 200: MonthEnd, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const query = await withCustomerId(db, organizationId, request.query)
      const asked = { organizationId, query }
      return wantsCsv(request)
        ? sendCsv(reply, monthEndTable(deps, asked, now))
        : monthEnd(deps, asked, now)
    },
  )
}
