import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendCsv, wantsCsv } from '../../platform/http/csv/csv.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { withCustomerId, withCustomerIds } from '../customers/named-customer.ts'
import { agentEarnedAnalytics } from './agent-earned/agent-earned.ts'
import { AgentEarnedAnalytics, AgentEarnedQuery } from './agent-earned/schemas.ts'
import { AGENT_EARNED_TABLES, agentEarnedTable } from './agent-earned/tables.ts'
import { listCustomerFigures } from './customers/customer-figures.ts'
import { CustomerFiguresList, CustomerFiguresQuery } from './customers/schemas.ts'
import type { AnalyticsDeps } from './deps.ts'
import { ALL } from './fields.ts'
import { invoiceTotals } from './invoice-totals/invoice-totals.ts'
import { InvoiceTotals, InvoiceTotalsQuery } from './invoice-totals/schemas.ts'
import { INVOICE_TOTALS_TABLES, invoiceTotalsTable } from './invoice-totals/tables.ts'
import { mrrAnalytics } from './mrr/mrr.ts'
import { MrrAnalytics, MrrQuery } from './mrr/schemas.ts'
import { MRR_TABLES, mrrTable } from './mrr/tables.ts'
import { customerRevenue, revenueAnalytics } from './revenue/revenue.ts'
import {
  CustomerRevenue,
  CustomerRevenueParams,
  CustomerRevenueQuery,
  RevenueAnalytics,
  RevenueQuery,
} from './revenue/schemas.ts'
import { REVENUE_TABLES, revenueTable, revenueTableOf } from './revenue/tables.ts'

const tags = ['Analytics']
const permission = 'read' as const
const scope = 'publishable' as const

/** What was earned, billed and collected. */
export const revenueRoutes: FastifyPluginAsyncTypebox<AnalyticsDeps> = async (app, deps) => {
  const { db, clock } = deps
  app.get(
    '/v1/analytics/revenue',
    {
      config: { isHeavy: true, permission, scope, csv: REVENUE_TABLES },
      schema: {
        tags,
        operationId: 'getRevenueAnalytics',
        summary: 'Read revenue, cost and margin',
        description:
          'Revenue of subscriptions in a range of days, before discounts and tax. The part ' +
          'billed by a finalized invoice is read from its lines, with the prices that it used; ' +
          'the rest is priced like an invoice created now. Usage counts on its day; its tier ' +
          'follows from the units of its period up to that day. Recurring and seat fees are ' +
          'spread over the days of their period. The fee of a pool falls on the first day of ' +
          'its period, and a one-time fee on the day the subscription starts. Windows therefore ' +
          'add up to the cent: the days of a period to the period, and an invoiced period to ' +
          'its invoice. CSV has every subscription, in the order of customer ids; with `top`, ' +
          'the latest first.',
        querystring: RevenueQuery,
        response: { 200: RevenueAnalytics, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const query = await withCustomerId(db, organizationId, request.query)
      const asked = { organizationId, query }
      return wantsCsv(request)
        ? sendCsv(reply, revenueTable(deps, asked, now))
        : revenueAnalytics(deps, asked, now)
    },
  )
  app.get(
    '/v1/customers/:customerId/revenue',
    {
      config: { isHeavy: true, permission, csv: REVENUE_TABLES },
      schema: {
        tags,
        operationId: 'getCustomerRevenue',
        summary: 'Read the revenue of a customer',
        description: 'The figures of getRevenueAnalytics for one customer, with its identity.',
        params: CustomerRevenueParams,
        querystring: CustomerRevenueQuery,
        response: { 200: CustomerRevenue, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const { customerId: id } = request.params
      const asked = { organizationId, id, query: request.query }
      return wantsCsv(request)
        ? sendCsv(
            reply,
            revenueTableOf(
              request.query.table,
              customerRevenue(deps, { ...asked, query: { top: ALL, ...request.query } }, now),
            ),
          )
        : customerRevenue(deps, asked, now)
    },
  )
  app.get(
    '/v1/analytics/customers',
    {
      config: { isHeavy: true, permission },
      schema: {
        tags,
        operationId: 'listCustomerFigures',
        summary: 'List the revenue, cost and balance of customers',
        description:
          'The revenue, cost and margin of getCustomerRevenue and the current open balance, ' +
          'for one page of customers: all of them, or the given ones. Intended for lists of ' +
          'customers.',
        querystring: CustomerFiguresQuery,
        response: { 200: CustomerFiguresList, ...errorResponses(422) },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const query = await withCustomerIds(db, organizationId, request.query)
      const asked = { organizationId, query }
      return listCustomerFigures(deps, asked, clock.now(organizationId))
    },
  )
  app.get(
    '/v1/analytics/agent-earned',
    {
      config: { isHeavy: true, permission, scope, csv: AGENT_EARNED_TABLES },
      schema: {
        tags,
        operationId: 'getAgentEarnedAnalytics',
        summary: 'Read the revenue of agents',
        description:
          'Units times the rates of plans, by agent, without fees or proration. Otherwise as ' +
          'in getRevenueAnalytics.',
        querystring: AgentEarnedQuery,
        response: { 200: AgentEarnedAnalytics, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const query = await withCustomerId(db, organizationId, request.query)
      const asked = { organizationId, query }
      return wantsCsv(request)
        ? sendCsv(
            reply,
            agentEarnedTable(
              request.query.table,
              agentEarnedAnalytics(deps, { ...asked, listed: ALL }, now),
            ),
          )
        : agentEarnedAnalytics(deps, asked, now)
    },
  )
  app.get(
    '/v1/analytics/mrr',
    {
      config: { isHeavy: true, permission, scope, csv: MRR_TABLES },
      schema: {
        tags,
        operationId: 'getMrrAnalytics',
        summary: 'Read monthly recurring revenue',
        description:
          'By invoices of the last complete month (`canonical`), by the revenue of the last 30 ' +
          'days (`runRate`), or by the fees that subscriptions owe regardless of usage ' +
          '(`committed`).',
        querystring: MrrQuery,
        response: { 200: MrrAnalytics },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const query = await withCustomerId(db, organizationId, request.query)
      const asked = { organizationId, query }
      return wantsCsv(request)
        ? sendCsv(reply, mrrTable(mrrAnalytics(deps, asked, now)))
        : mrrAnalytics(deps, asked, now)
    },
  )
  app.get(
    '/v1/analytics/invoice-totals',
    {
      config: { permission, scope, csv: INVOICE_TOTALS_TABLES },
      schema: {
        tags,
        operationId: 'getInvoiceTotals',
        summary: 'Read billed and collected amounts',
        description:
          'For the invoices issued in a window, by issue date. An invoice moves from billed to ' +
          'collected when it is paid, and a void or refunded invoice is in neither, so these ' +
          'figures change after the window has ended. For figures of a closed month that never ' +
          'change, use getMonthEnd.',
        querystring: InvoiceTotalsQuery,
        response: { 200: InvoiceTotals, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const query = await withCustomerId(db, organizationId, request.query)
      const asked = { organizationId, query }
      return wantsCsv(request)
        ? sendCsv(reply, invoiceTotalsTable(request.query.table, invoiceTotals(db, asked, now)))
        : invoiceTotals(db, asked, now)
    },
  )
}
