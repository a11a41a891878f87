import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import { type Profitability, type ProfitabilityTable, Row, Total } from './schemas.ts'

const ROWS = csvTable('rows', Row)
const TOTALS = csvTable('totals', Total)
export const PROFITABILITY_TABLES = [ROWS, TOTALS]

/** A table of what work realised and cost. */
export function profitabilityTable(
  table: ProfitabilityTable | undefined,
  answer: Promise<Profitability>,
): CsvFile {
  return table === 'totals'
    ? csvFile(TOTALS, onePage(answer.then((all) => all.totals)))
    : csvFile(ROWS, onePage(answer.then((all) => all.rows)))
}
