import type { Http, RequestOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

/** Usage, cost and earnings. */
export const analyticsOf = (http: Http) => ({
  overview: (query?: Query<'/v1/analytics/overview'>, options?: RequestOptions) =>
    http.get('/v1/analytics/overview', { query, ...options }),
  /** Items that need attention, such as overdue invoices and unknown costs. */
  attention: (options?: RequestOptions) => http.get('/v1/attention', { ...options }),
  usage: (query?: Query<'/v1/analytics/usage'>, options?: RequestOptions) =>
    http.get('/v1/analytics/usage', { query, ...options }),
  cost: (query?: Query<'/v1/analytics/cost'>, options?: RequestOptions) =>
    http.get('/v1/analytics/cost', { query, ...options }),
  /** Costs that gateways reported, beside the computed ones. */
  reportedCosts: (query?: Query<'/v1/analytics/reported-costs'>, options?: RequestOptions) =>
    http.get('/v1/analytics/reported-costs', { query, ...options }),
  revenue: (query?: Query<'/v1/analytics/revenue'>, options?: RequestOptions) =>
    http.get('/v1/analytics/revenue', { query, ...options }),
  agentEarned: (query?: Query<'/v1/analytics/agent-earned'>, options?: RequestOptions) =>
    http.get('/v1/analytics/agent-earned', { query, ...options }),
  mrr: (query?: Query<'/v1/analytics/mrr'>, options?: RequestOptions) =>
    http.get('/v1/analytics/mrr', { query, ...options }),
  invoiceTotals: (query?: Query<'/v1/analytics/invoice-totals'>, options?: RequestOptions) =>
    http.get('/v1/analytics/invoice-totals', { query, ...options }),
  profitability: (query?: Query<'/v1/analytics/profitability'>, options?: RequestOptions) =>
    http.get('/v1/analytics/profitability', { query, ...options }),
  /** Revenue and cost by signal, fee and model, with the causes of a change. */
  marginBreakdown: (query?: Query<'/v1/analytics/margin-breakdown'>, options?: RequestOptions) =>
    http.get('/v1/analytics/margin-breakdown', { query, ...options }),
  customerMargins: (query?: Query<'/v1/analytics/customer-margins'>, options?: RequestOptions) =>
    http.get('/v1/analytics/customer-margins', { query, ...options }),
  /** Figures for each customer. */
  customers: (query?: Query<'/v1/analytics/customers'>, options?: RequestOptions) =>
    http.list('/v1/analytics/customers', { query, ...options }),
  /** One row per run, with its outcome and its cost. */
  outcomes: (query?: Query<'/v1/analytics/outcomes'>, options?: RequestOptions) =>
    http.list('/v1/analytics/outcomes', { query, ...options }),
  reconciliation: (query?: Query<'/v1/analytics/reconciliation'>, options?: RequestOptions) =>
    http.get('/v1/analytics/reconciliation', { query, ...options }),
  monthEnd: (query?: Query<'/v1/analytics/month-end'>, options?: RequestOptions) =>
    http.get('/v1/analytics/month-end', { query, ...options }),
})
