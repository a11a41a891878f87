import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendCsv, wantsCsv } from '../../platform/http/csv/csv.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { withCustomerId } from '../customers/named-customer.ts'
import { costAnalytics } from './cost/cost.ts'
import { CostAnalytics, CostQuery } from './cost/schemas.ts'
import { COST_TABLES, costTable } from './cost/tables.ts'
import type { AnalyticsDeps } from './deps.ts'
import { listOutcomes } from './outcomes/outcomes.ts'
import { OutcomeList, OutcomeQuery } from './outcomes/schemas.ts'
import { OUTCOMES_TABLE, outcomesTable } from './outcomes/table.ts'
import { profitability } from './profitability/profitability.ts'
import { Profitability, ProfitabilityQuery } from './profitability/schemas.ts'
import { PROFITABILITY_TABLES, profitabilityTable } from './profitability/tables.ts'
import {
  REPORTED_COST_TABLES,
  reportedCosts,
  reportedCostTable,
} from './reported-costs/reported-costs.ts'
import { ReportedCostQuery, ReportedCosts } from './reported-costs/schemas.ts'
import { UsageAnalytics, UsageAnalyticsQuery } from './usage/schemas.ts'
import { USAGE_TABLES, usageTable } from './usage/tables.ts'
import { usageAnalytics } from './usage/usage.ts'

const tags = ['Analytics']
const permission = 'read' as const
const scope = 'publishable' as const

/** Routes for usage, its cost, and the outcome of each event. */
export const workRoutes: FastifyPluginAsyncTypebox<AnalyticsDeps> = async (app, deps) => {
  const { db, clock } = deps
  app.get(
    '/v1/analytics/usage',
    {
      config: { permission, scope, csv: USAGE_TABLES },
      schema: {
        tags,
        operationId: 'getUsageAnalytics',
        summary: 'Read usage over time',
        description:
          'Events, units and cost of a range of whole days in UTC, by day, week or month, and ' +
          'on request by customer, signal or agent. The time series has no gaps: a bucket ' +
          'without events has zeros.',
        querystring: UsageAnalyticsQuery,
        response: { 200: UsageAnalytics, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const query = await withCustomerId(db, organizationId, request.query)
      const asked = { organizationId, query }
      return wantsCsv(request)
        ? sendCsv(reply, usageTable(db, asked, now))
        : usageAnalytics(db, asked, now)
    },
  )
  app.get(
    '/v1/analytics/cost',
    {
      config: { permission, scope, csv: COST_TABLES },
      schema: {
        tags,
        operationId: 'getCostAnalytics',
        summary: 'Read the cost of work',
        description:
          'The cost in a range of days by agent, customer, signal, day, plan and model. Costs ' +
          'are in USD. Each figure states the number of events that it does not include ' +
          'because their cost is not known yet.',
        querystring: CostQuery,
        response: { 200: CostAnalytics, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const query = await withCustomerId(db, organizationId, request.query)
      const asked = { organizationId, query }
      return wantsCsv(request)
        ? sendCsv(reply, costTable(db, asked, now))
        : costAnalytics(db, asked, now)
    },
  )
  app.get(
    '/v1/analytics/reported-costs',
    {
      config: { permission, csv: REPORTED_COST_TABLES },
      schema: {
        tags,
        operationId: 'getReportedCosts',
        summary: 'Compare reported with computed costs',
        description:
          'The costs that records reported as `reportedCostUsd`, by model, beside the computed ' +
          'costs of the same uses. Reported costs are in no other figure.',
        querystring: ReportedCostQuery,
        response: { 200: ReportedCosts, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const query = await withCustomerId(db, organizationId, request.query)
      const asked = { organizationId, query }
      return wantsCsv(request)
        ? sendCsv(reply, reportedCostTable(db, asked, now))
        : reportedCosts(db, asked, now)
    },
  )
  app.get(
    '/v1/analytics/profitability',
    {
      config: { isHeavy: true, permission, scope, csv: PROFITABILITY_TABLES },
      schema: {
        tags,
        operationId: 'getProfitability',
        summary: 'Read the revenue and cost of work',
        description:
          'By customer, agent, signal, plan, model or day. Work earns a share, by billable ' +
          'quantity, of the usage and late-usage lines that bill it. Work that is not invoiced ' +
          'yet earns a share of the lines of an invoice created now. Fees, discounts, rounding ' +
          'and lines without quantity are separate rows, so all rows together equal the ' +
          'invoices before tax, to the cent. Work that is not invoiced yet has no discount and ' +
          'no included tax yet. A share is an average over its line; getRevenueAnalytics shows ' +
          'what each day adds at its own tier. CSV by customer has all customers, ordered by ' +
          'id, unless you send `top`.',
        querystring: ProfitabilityQuery,
        response: { 200: Profitability, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const query = await withCustomerId(db, organizationId, request.query)
      const asked = { organizationId, query }
      return wantsCsv(request)
        ? sendCsv(reply, profitabilityTable(deps, asked, now))
        : profitability(deps, asked, now)
    },
  )
  app.get(
    '/v1/analytics/outcomes',
    {
      config: { isHeavy: true, permission, csv: [OUTCOMES_TABLE] },
      schema: {
        tags,
        operationId: 'listOutcomes',
        summary: 'List the cost and revenue of each event',
        description:
          'The events of a window, latest first. They add up to the rows of getProfitability.',
        querystring: OutcomeQuery,
        response: { 200: OutcomeList, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const query = await withCustomerId(db, organizationId, request.query)
      const asked = { organizationId, query }
      return wantsCsv(request)
        ? sendCsv(reply, outcomesTable(db, asked, now))
        : listOutcomes(db, asked, now)
    },
  )
}
