import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import { KeyRow, type Profitability, type ProfitabilityTable, Row, Total } from './schemas.ts'

const ROWS = csvTable('rows', Row)
const TOTALS = csvTable('totals', Total)
const BY_KEY = csvTable('byKey', KeyRow)
export const PROFITABILITY_TABLES = [ROWS, TOTALS, BY_KEY]

/** A table of what work realised and cost. */
export function profitabilityTable(
  table: ProfitabilityTable | undefined,
  answer: Promise<Profitability>,
): CsvFile {
  switch (table) {
    case 'totals':
      return csvFile(TOTALS, onePage(answer.then((all) => all.totals)))
    case 'byKey':
      return csvFile(BY_KEY, onePage(answer.then((all) => all.byKey)))
    default:
      return csvFile(ROWS, onePage(answer.then((all) => all.rows)))
  }
}
