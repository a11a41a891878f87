import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { customerMargins, marginPages } from './customer-margins.ts'
import { CustomerMargin, type CustomerMarginsQuery } from './margin-schemas.ts'
import { overviewBuckets } from './overview.ts'
import { OverviewBucket, type OverviewQuery } from './schemas.ts'

const BUCKETS = csvTable('overview', OverviewBucket)
export const OVERVIEW_TABLES = [BUCKETS]

const MARGINS = csvTable('customer-margins', CustomerMargin)
export const CUSTOMER_MARGINS_TABLES = [MARGINS]

type Asked<Query> = { organizationId: string; query: Query }

export function overviewTable(deps: EarningsDeps, asked: Asked<OverviewQuery>, now: Date): CsvFile {
  return csvFile(BUCKETS, onePage(overviewBuckets(deps, asked, now)))
}

/** Returns all customers with a margin; with `top`, those with the lowest ones. */
export function customerMarginsTable(
  deps: EarningsDeps,
  asked: Asked<CustomerMarginsQuery>,
  now: Date,
): CsvFile {
  if (asked.query.top === undefined) return csvFile(MARGINS, marginPages(deps, asked, now))
  return csvFile(MARGINS, onePage(customerMargins(deps, asked, now).then(({ results }) => results)))
}
