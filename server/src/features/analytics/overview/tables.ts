import type { Db } from '../../../platform/database.ts'
import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import { customerMargins, marginPages } from './customer-margins.ts'
import { CustomerMargin, type CustomerMarginsQuery } from './margin-schemas.ts'
import { type Overview, OverviewBucket } from './schemas.ts'

const BUCKETS = csvTable('overview', OverviewBucket)
export const OVERVIEW_TABLES = [BUCKETS]

const MARGINS = csvTable('customer-margins', CustomerMargin)
export const CUSTOMER_MARGINS_TABLES = [MARGINS]

export function overviewTable(answer: Promise<Overview>): CsvFile {
  return csvFile(BUCKETS, onePage(answer.then(({ buckets }) => buckets)))
}

type Asked = { organizationId: string; query: CustomerMarginsQuery }

/** All who have a margin; where `top` is named the worst of them alone. */
export function customerMarginsTable(db: Db, asked: Asked, now: Date): CsvFile {
  if (asked.query.top === undefined) return csvFile(MARGINS, marginPages(db, asked, now))
  return csvFile(MARGINS, onePage(customerMargins(db, asked, now).then(({ results }) => results)))
}
