import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { mapPages, onePage } from '../../../platform/http/csv/pages.ts'
import { addUp } from '../../usage-figures/add-sums.ts'
import { DIMENSIONS } from '../../usage-figures/sums.ts'
import { bucketsOf, dateRangeOf, parseWindow } from '../../usage-figures/window.ts'
import { breakdownPages } from '../breakdown-pages.ts'
import {
  DimensionBucket,
  DimensionSummary,
  type UsageAnalyticsQuery,
  UsageTimeBucket,
} from './schemas.ts'
import { summaryOf, timeSeries, usageAnalytics } from './usage.ts'

const TIME_SERIES = csvTable('timeSeriesData', UsageTimeBucket)
const SUMMARY = csvTable('breakdownSummary', DimensionSummary)
const TIMELINE = csvTable('breakdownTimeline', DimensionBucket)
export const USAGE_TABLES = [TIME_SERIES, SUMMARY, TIMELINE]

type Asked = { organizationId: string; query: UsageAnalyticsQuery }

/**
 * Returns one table of the usage of a window as CSV. A breakdown lists every part with usage,
 * unless `top` is given.
 */
export function usageTable(db: Db, { organizationId, query }: Asked, now: Date): CsvFile {
  const { table = TIME_SERIES.name, breakdownBy, ...asked } = query
  if (table === TIME_SERIES.name) {
    const answer = usageAnalytics(db, { organizationId, query: asked }, now)
    return csvFile(TIME_SERIES, onePage(answer.then((all) => all.timeSeriesData)))
  }
  if (!breakdownBy) {
    throw new AppError('invalid', [`table ${table} needs breakdownBy: ${DIMENSIONS.join(', ')}`])
  }
  const { customerId, agentId, signalId, top, groupBy = 'daily' } = query
  const window = parseWindow(query, now)
  const filter = { organizationId, customerId, agentId, signalId, dates: dateRangeOf(window) }
  const dates = bucketsOf(window, groupBy)
  const buckets = dates.length
  const parts = breakdownPages(db, filter, { dimension: breakdownBy, top, groupBy, buckets })
  if (table === SUMMARY.name) {
    return csvFile(
      SUMMARY,
      mapPages(parts, (page) =>
        page.map(({ id, name, sums }) => {
          return { dimensionId: id, dimensionName: name, ...summaryOf(addUp(sums)) }
        }),
      ),
    )
  }
  return csvFile(
    TIMELINE,
    mapPages(parts, (page) =>
      page.flatMap(({ id, name, sums }) =>
        timeSeries(dates, sums).map((bucket) => {
          return { dimensionId: id, dimensionName: name, ...bucket }
        }),
      ),
    ),
  )
}
