import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendCsv, wantsCsv } from '../../platform/http/csv/csv.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { attentionOf } from './attention/attention.ts'
import { Attention } from './attention/schemas.ts'
import type { AnalyticsDeps } from './deps.ts'
import { gettingStartedOf } from './getting-started/getting-started.ts'
import { GettingStarted } from './getting-started/schemas.ts'
import { customerMargins } from './overview/customer-margins.ts'
import { CustomerMargins, CustomerMarginsQuery } from './overview/margin-schemas.ts'
import { overviewOf } from './overview/overview.ts'
import { Overview, OverviewQuery } from './overview/schemas.ts'
import {
  CUSTOMER_MARGINS_TABLES,
  customerMarginsTable,
  OVERVIEW_TABLES,
  overviewTable,
} from './overview/tables.ts'

const tags = ['Analytics']
const permission = 'read' as const

/** Routes for the first page: figures and their causes, what needs attention, and first steps. */
export const overviewRoutes: FastifyPluginAsyncTypebox<AnalyticsDeps> = async (app, deps) => {
  const { db, clock } = deps
  app.get(
    '/v1/analytics/overview',
    {
      config: { isHeavy: true, permission, csv: OVERVIEW_TABLES },
      schema: {
        tags,
        operationId: 'getOverview',
        summary: 'Read the overview',
        description:
          'Revenue, cost, margin and MRR of a range of days, of the same number of days before ' +
          'it, and over time; the causes of changes, the customers with the lowest margins and ' +
          'the most expensive models. All figures are read at one moment: the buckets add up to ' +
          'the figures. CSV has the buckets.',
        querystring: OverviewQuery,
        response: { 200: Overview, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const asked = { organizationId, query: request.query }
      return wantsCsv(request)
        ? sendCsv(reply, overviewTable(deps, asked, now))
        : overviewOf(deps, asked, now)
    },
  )
  app.get(
    '/v1/attention',
    {
      config: { permission },
      schema: {
        tags,
        operationId: 'getAttention',
        summary: 'List what needs attention',
        description:
          'Items to review now: overdue invoices, failures, and drafts that are about to be sent.',
        response: { 200: Attention },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      return attentionOf(db, organizationId, clock.moment(organizationId))
    },
  )
  app.get(
    '/v1/getting-started',
    {
      config: { permission },
      schema: {
        tags,
        operationId: 'getGettingStarted',
        summary: 'Read the progress of the first steps',
        description:
          'The latest plan, subscription and invoice on the way from an empty organization to ' +
          'its first paid invoice.',
        response: { 200: GettingStarted },
      },
    },
    (request) => gettingStartedOf(db, organizationOf(request)),
  )
  app.get(
    '/v1/analytics/customer-margins',
    {
      config: { isHeavy: true, permission, csv: CUSTOMER_MARGINS_TABLES },
      schema: {
        tags,
        operationId: 'getCustomerMargins',
        summary: 'List customers by margin, lowest first',
        description:
          'The revenue of each customer less the cost of their work, with or without a ' +
          'subscription. CSV has all customers, ordered by id; with `top`, only those with the ' +
          'lowest margin.',
        querystring: CustomerMarginsQuery,
        response: { 200: CustomerMargins, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const now = clock.now(organizationId)
      const asked = { organizationId, query: request.query }
      return wantsCsv(request)
        ? sendCsv(reply, customerMarginsTable(deps, asked, now))
        : customerMargins(deps, asked, now)
    },
  )
}
