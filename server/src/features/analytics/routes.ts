import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../platform/database.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import { agentEarnedAnalytics } from './agent-earned/agent-earned.ts'
import { AgentEarnedAnalytics } from './agent-earned/schemas.ts'
import { reconciliation } from './books/reconciliation.ts'
import { Reconciliation, ReconciliationQuery } from './books/schemas.ts'
import { costAnalytics } from './cost/cost.ts'
import { CostAnalytics, CostQuery } from './cost/schemas.ts'
import { invoiceTotals } from './invoice-totals/invoice-totals.ts'
import { InvoiceTotals, InvoiceTotalsQuery } from './invoice-totals/schemas.ts'
import { monthEnd } from './month-end/month-end.ts'
import { MonthEnd, MonthEndQuery } from './month-end/schemas.ts'
import { mrrAnalytics } from './mrr/mrr.ts'
import { MrrAnalytics, MrrQuery } from './mrr/schemas.ts'
import { listOutcomes } from './outcomes/outcomes.ts'
import { OutcomeList, OutcomeQuery } from './outcomes/schemas.ts'
import { profitability } from './profitability/profitability.ts'
import { Profitability, ProfitabilityQuery } from './profitability/schemas.ts'
import { customerRevenue, revenueAnalytics } from './revenue/revenue.ts'
import {
  CustomerRevenue,
  CustomerRevenueParams,
  CustomerRevenueQuery,
  RevenueAnalytics,
  RevenueQuery,
} from './revenue/schemas.ts'
import { UsageAnalytics, UsageAnalyticsQuery } from './usage/schemas.ts'
import { usageAnalytics } from './usage/usage.ts'

export type AnalyticsDeps = { db: Db; clock: BusinessClock }

const tags = ['Analytics']
const config = { permission: 'read', scope: 'publishable' } as const

export const analyticsRoutes: FastifyPluginAsyncTypebox<AnalyticsDeps> = async (app, deps) => {
  await app.register(workRoutes, deps)
  await app.register(revenueRoutes, deps)
}

/** What was done, and what it cost. */
const workRoutes: FastifyPluginAsyncTypebox<AnalyticsDeps> = async (app, { db, clock }) => {
  app.get(
    '/v1/analytics/usage',
    {
      config,
      schema: {
        tags,
        operationId: 'getUsageAnalytics',
        summary: 'Usage over time',
        description:
          'Events, units and cost of a window of whole days in UTC, by day, week or month, and on request by customer, signal or agent. Nothing is left out of the time series: a bucket without events has zeros.',
        querystring: UsageAnalyticsQuery,
        response: { 200: UsageAnalytics, ...errorResponses(400, 401, 422, 429) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      return usageAnalytics(db, { organizationId, query: request.query }, clock.now(organizationId))
    },
  )
  app.get(
    '/v1/analytics/cost',
    {
      config,
      schema: {
        tags,
        operationId: 'getCostAnalytics',
        summary: 'What work cost',
        description:
          'The cost of a window of days by agent, customer, signal, day, plan and model. Costs are in USD. Each figure says how many events it lacks because their cost is not known yet.',
        querystring: CostQuery,
        response: { 200: CostAnalytics, ...errorResponses(400, 401, 422, 429) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      return costAnalytics(db, { organizationId, query: request.query }, clock.now(organizationId))
    },
  )
}

/** What was earned, billed and collected. */
const revenueRoutes: FastifyPluginAsyncTypebox<AnalyticsDeps> = async (app, { db, clock }) => {
  app.get(
    '/v1/analytics/revenue',
    {
      config,
      schema: {
        tags,
        operationId: 'getRevenueAnalytics',
        summary: 'Revenue, cost and margin',
        description:
          'What subscriptions earned in a window of days, before discounts and tax. What a finalized invoice billed is read from its lines, with the prices that it used; the rest is priced as an invoice made now would be. Usage counts on its day, at the price of the units of its period until then; recurring fees and fees for seats are spread over the days of their period; the fee of a pool falls on the first day of its period and a one-time fee on the day the subscription starts. So windows add up: the days of a period to the period, and an invoiced period to its invoice, to the cent.',
        querystring: RevenueQuery,
        response: { 200: RevenueAnalytics, ...errorResponses(400, 401, 422, 429) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const asked = { organizationId, query: request.query }
      return revenueAnalytics(db, asked, clock.now(organizationId))
    },
  )
  app.get(
    '/v1/customers/:customerId/revenue',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getCustomerRevenue',
        summary: 'Revenue of a customer',
        description: 'The figures of getRevenueAnalytics for one customer, and who it is.',
        params: CustomerRevenueParams,
        querystring: CustomerRevenueQuery,
        response: { 200: CustomerRevenue, ...errorResponses(400, 401, 403, 404, 422, 429) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const key = { organizationId, id: request.params.customerId }
      return customerRevenue(db, key, request.query, clock.now(organizationId))
    },
  )
  app.get(
    '/v1/analytics/agent-earned',
    {
      config,
      schema: {
        tags,
        operationId: 'getAgentEarnedAnalytics',
        summary: 'What agents earned',
        description:
          'Units times the rates of plans, by agent: no fees and no proration. The rest is as in getRevenueAnalytics.',
        querystring: RevenueQuery,
        response: { 200: AgentEarnedAnalytics, ...errorResponses(400, 401, 422, 429) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const asked = { organizationId, query: request.query }
      return agentEarnedAnalytics(db, asked, clock.now(organizationId))
    },
  )
  app.get(
    '/v1/analytics/profitability',
    {
      config,
      schema: {
        tags,
        operationId: 'getProfitability',
        summary: 'What work realised and what it cost',
        description:
          'By customer, agent, signal, plan, model or day. Work realises its share, by billable quantity, of the usage and late-usage lines that bill it, or that would if an invoice were made now. Fees, discounts, rounding and lines without quantity are rows of their own, so that all rows together equal the invoices before tax, to the cent. A share is an average over its line; what each day adds at its own tier is in getRevenueAnalytics.',
        querystring: ProfitabilityQuery,
        response: { 200: Profitability, ...errorResponses(400, 401, 422, 429) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      return profitability(db, { organizationId, query: request.query }, clock.now(organizationId))
    },
  )
  app.get(
    '/v1/analytics/outcomes',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listOutcomes',
        summary: 'List what each event cost and realised',
        description:
          'The events of a window, the latest first. The rows of getProfitability are these, added up.',
        querystring: OutcomeQuery,
        response: { 200: OutcomeList, ...errorResponses(400, 401, 403, 422, 429) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      return listOutcomes(db, { organizationId, query: request.query }, clock.now(organizationId))
    },
  )
  app.get(
    '/v1/analytics/reconciliation',
    {
      config: { permission: 'read' },
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
    (request) => {
      const organizationId = organizationOf(request)
      return reconciliation(db, { organizationId, query: request.query }, clock.now(organizationId))
    },
  )
  app.get(
    '/v1/analytics/mrr',
    {
      config,
      schema: {
        tags,
        operationId: 'getMrrAnalytics',
        summary: 'Monthly recurring revenue',
        description:
          'By invoices of the last complete month (`canonical`), by the revenue of the last 30 days (`runRate`), or by what subscriptions owe whatever is used (`committed`).',
        querystring: MrrQuery,
        response: { 200: MrrAnalytics, ...errorResponses(400, 401, 429) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      return mrrAnalytics(db, { organizationId, query: request.query }, clock.now(organizationId))
    },
  )
  app.get(
    '/v1/analytics/month-end',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getMonthEnd',
        summary: 'Close a month',
        description:
          'What was invoiced, voided, received and refunded in a window, by when it happened; what was owed at the cut-off, by age; the revenue of the window by whether it was invoiced then; and tax by rate, each with its rows. What happens after the cut-off moves none of it, but usage that is recorded later for days of the window is revenue that is not invoiced.',
        querystring: MonthEndQuery,
        response: { 200: MonthEnd, ...errorResponses(400, 401, 403, 422, 429) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      return monthEnd(db, { organizationId, query: request.query }, clock.now(organizationId))
    },
  )
  app.get(
    '/v1/analytics/invoice-totals',
    {
      config,
      schema: {
        tags,
        operationId: 'getInvoiceTotals',
        summary: 'Billed and collected',
        description:
          'Of the invoices that are dated in a window, by their date of issue. An invoice leaves Billed for Collected when it is paid, and a void or refunded one is in neither: so these figures move after the window is over. The figures of a closed month that never move are those of the month’s end.',
        querystring: InvoiceTotalsQuery,
        response: { 200: InvoiceTotals, ...errorResponses(400, 401, 422, 429) },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      return invoiceTotals(db, { organizationId, query: request.query }, clock.now(organizationId))
    },
  )
}
