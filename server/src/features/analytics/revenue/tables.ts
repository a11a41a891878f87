import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { ALL } from '../fields.ts'
import { subscriptionPages } from './by-subscription.ts'
import { revenueAnalytics } from './revenue.ts'
import {
  CurrencyRevenue,
  type RevenueAnalytics,
  RevenueBucket,
  type RevenueQuery,
  type RevenueTable,
  StrategyRevenue,
  SubscriptionRevenue,
} from './schemas.ts'

const BY_SUBSCRIPTION = csvTable('bySubscription', SubscriptionRevenue)
const BY_STRATEGY = csvTable('byStrategy', StrategyRevenue)
const BY_CURRENCY = csvTable('byCurrency', CurrencyRevenue)
const TIME_SERIES = csvTable('timeSeries', RevenueBucket)
export const REVENUE_TABLES = [BY_SUBSCRIPTION, BY_STRATEGY, BY_CURRENCY, TIME_SERIES]

type Answer = Pick<RevenueAnalytics, 'bySubscription' | 'byStrategy' | 'byCurrency' | 'timeSeries'>

type Asked = { organizationId: string; query: RevenueQuery }

/** Returns a table of revenue as CSV: all subscriptions in pages, or as many as `top` in the request. */
export function revenueTable(deps: EarningsDeps, asked: Asked, now: Date): CsvFile {
  const { table = BY_SUBSCRIPTION.name, customerId, top } = asked.query
  if (table === BY_SUBSCRIPTION.name && customerId === undefined && top === undefined) {
    return csvFile(BY_SUBSCRIPTION, subscriptionPages(deps, asked, now))
  }
  const ofAll = table === BY_SUBSCRIPTION.name && { top: ALL }
  const answer = revenueAnalytics(deps, { ...asked, query: { ...ofAll, ...asked.query } }, now)
  return revenueTableOf(asked.query.table, answer)
}

/** Returns a table of an answer as CSV. */
export function revenueTableOf(table: RevenueTable | undefined, answer: Promise<Answer>): CsvFile {
  switch (table) {
    case 'byStrategy':
      return csvFile(BY_STRATEGY, onePage(answer.then((all) => all.byStrategy)))
    case 'byCurrency':
      return csvFile(BY_CURRENCY, onePage(answer.then((all) => all.byCurrency)))
    case 'timeSeries':
      return csvFile(TIME_SERIES, onePage(answer.then((all) => all.timeSeries ?? [])))
    default:
      return csvFile(BY_SUBSCRIPTION, onePage(answer.then((all) => all.bySubscription)))
  }
}
