import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { mapPages, onePage, pagesAfter } from '../../../platform/http/csv/pages.ts'
import { readEarnings } from '../../earnings/read/as-of.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import {
  monthBreakage,
  monthReceivables,
  monthTaxes,
  outstandingBodies,
  rowBodies,
  scopeOf,
} from './month-end.ts'
import * as queries from './queries.ts'
import { monthRevenue } from './revenue.ts'
import {
  Breakage,
  type MonthEndQuery,
  OutstandingRow,
  Receivables,
  Revenue,
  RowBody,
  Tax,
} from './schemas.ts'

const PARTS = {
  invoiced: csvTable('invoiced', RowBody),
  voided: csvTable('voided', RowBody),
  received: csvTable('received', RowBody),
  refunded: csvTable('refunded', RowBody),
}
const OUTSTANDING = csvTable('outstanding', OutstandingRow)
const REVENUE = csvTable('revenue', Revenue)
const TAXES = csvTable('taxes', Tax)
const RECEIVABLES = csvTable('receivables', Receivables)
const BREAKAGE = csvTable('breakage', Breakage)
export const MONTH_END_TABLES = [
  ...Object.values(PARTS),
  OUTSTANDING,
  REVENUE,
  TAXES,
  RECEIVABLES,
  BREAKAGE,
]

const ROWS_AT_ONCE = 1_000

type Asked = { organizationId: string; query: MonthEndQuery }

/** Returns one table of a closed month as CSV, with all rows. */
export function monthEndTable(deps: EarningsDeps, asked: Asked, now: Date): CsvFile {
  const { db } = deps
  const { table = 'invoiced' } = asked.query
  const limit = ROWS_AT_ONCE
  const { scope, window } = scopeOf(asked, now)
  if (table === 'revenue') {
    const answer = readEarnings(deps, { ...scope, until: window.end }, async (tx, { horizon }) => {
      return { revenue: await monthRevenue(tx, scope, { window, horizon }) }
    })
    return csvFile(REVENUE, onePage(answer.then(({ revenue }) => revenue)))
  }
  if (table === 'taxes') return csvFile(TAXES, onePage(monthTaxes(db, scope)))
  if (table === 'receivables') return csvFile(RECEIVABLES, onePage(monthReceivables(db, scope)))
  if (table === 'breakage') return csvFile(BREAKAGE, onePage(monthBreakage(db, scope)))
  if (table === 'outstanding') {
    const pages = pagesAfter((behind?: queries.Outstanding) => {
      return queries.listOutstanding(db, scope, { behind, limit })
    }, limit)
    return csvFile(
      OUTSTANDING,
      mapPages(pages, (rows) => outstandingBodies(db, scope, rows)),
    )
  }
  const pages = pagesAfter((behind?: queries.MonthRow) => {
    return queries.listMonthRows(db, scope, { kind: table, behind, limit })
  }, limit)
  return csvFile(
    PARTS[table],
    mapPages(pages, (rows) => rowBodies(db, scope, rows)),
  )
}
