import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { ALL } from '../fields.ts'
import { keyPages, rowPages } from './customer-pages.ts'
import { profitability } from './profitability.ts'
import { KeyRow, type ProfitabilityQuery, Row, Total } from './schemas.ts'

const ROWS = csvTable('rows', Row)
const TOTALS = csvTable('totals', Total)
const BY_KEY = csvTable('byKey', KeyRow)
export const PROFITABILITY_TABLES = [ROWS, TOTALS, BY_KEY]

type Asked = { organizationId: string; query: ProfitabilityQuery }

/** Returns one table of the answer as CSV; it lists all keys unless `top` is given. */
export function profitabilityTable(deps: EarningsDeps, asked: Asked, now: Date): CsvFile {
  const { table, groupBy = 'customer', customerId, model, top } = asked.query
  if (table === 'totals') {
    return csvFile(TOTALS, onePage(profitability(deps, asked, now).then(({ totals }) => totals)))
  }
  const isOfAll = customerId === undefined && model === undefined && top === undefined
  if (groupBy === 'customer' && isOfAll) {
    return table === 'byKey'
      ? csvFile(BY_KEY, keyPages(deps, asked, now))
      : csvFile(ROWS, rowPages(deps, asked, now))
  }
  const answer = profitability(deps, { ...asked, query: { top: ALL, ...asked.query } }, now)
  return table === 'byKey'
    ? csvFile(BY_KEY, onePage(answer.then(({ byKey }) => byKey)))
    : csvFile(ROWS, onePage(answer.then(({ rows }) => rows)))
}
