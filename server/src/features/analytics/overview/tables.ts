import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import { CustomerMargin, type CustomerMargins } from './margin-schemas.ts'
import { type Overview, OverviewBucket } from './schemas.ts'

const BUCKETS = csvTable('overview', OverviewBucket)
export const OVERVIEW_TABLES = [BUCKETS]

const MARGINS = csvTable('customer-margins', CustomerMargin)
export const CUSTOMER_MARGINS_TABLES = [MARGINS]

export function overviewTable(answer: Promise<Overview>): CsvFile {
  return csvFile(BUCKETS, onePage(answer.then(({ buckets }) => buckets)))
}

export function customerMarginsTable(answer: Promise<CustomerMargins>): CsvFile {
  return csvFile(MARGINS, onePage(answer.then(({ results }) => results)))
}
