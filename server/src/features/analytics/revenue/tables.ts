import type { Db } from '../../../platform/database.ts'
import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import { ALL } from '../fields.ts'
import { revenueAnalytics, subscriptionPages } from './revenue.ts'
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

/** A table of revenue, of one customer or of all; each subscription has a row of its own, unless `top` is named. */
export function revenueTable(db: Db, asked: Asked, now: Date): CsvFile {
  const { table = BY_SUBSCRIPTION.name, customerId, top } = asked.query
  if (table === BY_SUBSCRIPTION.name && customerId === undefined && top === undefined) {
    return csvFile(BY_SUBSCRIPTION, subscriptionPages(db, asked, now))
  }
  const ofAll = table === BY_SUBSCRIPTION.name && { top: ALL }
  const answer = revenueAnalytics(db, { ...asked, query: { ...ofAll, ...asked.query } }, now)
  return revenueTableOf(asked.query.table, answer)
}

/** The same of an answer, with the subscriptions that it lists. */
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
