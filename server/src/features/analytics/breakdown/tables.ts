import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { ALL } from '../fields.ts'
import { marginBreakdown } from './breakdown.ts'
import { type MarginBreakdownQuery, MarginLine, MarginModel } from './schemas.ts'

const LINES = csvTable('lines', MarginLine)
const MODELS = csvTable('models', MarginModel)
export const MARGIN_BREAKDOWN_TABLES = [LINES, MODELS]

type Asked = { organizationId: string; query: MarginBreakdownQuery }

/** Returns one table of the answer as CSV; it has all rows unless `top` is given. */
export function marginBreakdownTable(deps: EarningsDeps, asked: Asked, now: Date): CsvFile {
  const { table } = asked.query
  const answer = marginBreakdown(deps, { ...asked, query: { top: ALL, ...asked.query } }, now)
  return table === 'models'
    ? csvFile(MODELS, onePage(answer.then(({ models }) => models ?? [])))
    : csvFile(LINES, onePage(answer.then(({ lines }) => lines)))
}
