import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import {
  type AgentEarnedAnalytics,
  type AgentEarnedTable,
  AgentEarnings,
  CurrencyEarned,
} from './schemas.ts'

const BY_AGENT = csvTable('byAgent', AgentEarnings)
const BY_CURRENCY = csvTable('byCurrency', CurrencyEarned)
export const AGENT_EARNED_TABLES = [BY_AGENT, BY_CURRENCY]

/** Returns one table of the answer as CSV. */
export function agentEarnedTable(
  table: AgentEarnedTable | undefined,
  answer: Promise<AgentEarnedAnalytics>,
): CsvFile {
  return table === 'byCurrency'
    ? csvFile(BY_CURRENCY, onePage(answer.then((all) => all.byCurrency)))
    : csvFile(BY_AGENT, onePage(answer.then((all) => all.byAgent)))
}
