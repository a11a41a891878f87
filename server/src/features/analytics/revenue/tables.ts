import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import {
  CurrencyRevenue,
  type RevenueAnalytics,
  RevenueBucket,
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

/** A table of revenue: of an organization or of one customer. */
export function revenueTable(table: RevenueTable | undefined, answer: Promise<Answer>): CsvFile {
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
