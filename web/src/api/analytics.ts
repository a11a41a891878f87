import { queryOptions } from '@tanstack/react-query'
import type { paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'
import { analyticsKey } from './figures.ts'

type AnalyticsPath =
  | '/v1/analytics/usage'
  | '/v1/analytics/cost'
  | '/v1/analytics/reported-costs'
  | '/v1/analytics/revenue'
  | '/v1/analytics/invoice-totals'
  | '/v1/analytics/mrr'
  | '/v1/analytics/profitability'
  | '/v1/analytics/month-end'
  | '/v1/analytics/reconciliation'
type QueryOf<Path extends AnalyticsPath> = NonNullable<paths[Path]['get']['parameters']['query']>

export type UsageQuestion = QueryOf<'/v1/analytics/usage'>
export type CostQuestion = QueryOf<'/v1/analytics/cost'>
export type ReportedCostsQuestion = QueryOf<'/v1/analytics/reported-costs'>
export type RevenueQuestion = QueryOf<'/v1/analytics/revenue'>
export type TotalsQuestion = QueryOf<'/v1/analytics/invoice-totals'>
export type MrrQuestion = QueryOf<'/v1/analytics/mrr'>
export type ProfitabilityQuestion = QueryOf<'/v1/analytics/profitability'>
export type MonthEndQuestion = QueryOf<'/v1/analytics/month-end'>
export type ReconciliationQuestion = QueryOf<'/v1/analytics/reconciliation'>

export const usageOf = (organization: string, query: UsageQuestion) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'usage', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/analytics/usage', { params: { query }, signal })),
  })

export const costOf = (organization: string, query: CostQuestion) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'cost', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/analytics/cost', { params: { query }, signal })),
  })

export const reportedCostsOf = (organization: string, query: ReportedCostsQuestion) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'reported-costs', query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/analytics/reported-costs', { params: { query }, signal }),
      ),
  })

export const revenueOf = (organization: string, query: RevenueQuestion) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'revenue', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/analytics/revenue', { params: { query }, signal })),
  })

export const invoiceTotalsOf = (organization: string, query: TotalsQuestion) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'invoice-totals', query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/analytics/invoice-totals', { params: { query }, signal }),
      ),
  })

export const mrrOf = (organization: string, query: MrrQuestion) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'mrr', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/analytics/mrr', { params: { query }, signal })),
  })

export const profitabilityOf = (organization: string, query: ProfitabilityQuestion) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'profitability', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/analytics/profitability', { params: { query }, signal })),
  })

export const monthEndOf = (organization: string, query: MonthEndQuestion) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'month-end', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/analytics/month-end', { params: { query }, signal })),
  })

export const reconciliationOf = (organization: string, query: ReconciliationQuestion) =>
  queryOptions({
    queryKey: [...analyticsKey(organization), 'reconciliation', query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/analytics/reconciliation', { params: { query }, signal }),
      ),
  })
