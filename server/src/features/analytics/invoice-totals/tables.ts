import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import {
  CurrencyInvoiceTotals,
  type InvoiceTotals,
  type InvoiceTotalsTable,
  StatusCount,
} from './schemas.ts'

const BY_CURRENCY = csvTable('byCurrency', CurrencyInvoiceTotals)
const BY_STATUS = csvTable('byStatus', StatusCount)
export const INVOICE_TOTALS_TABLES = [BY_CURRENCY, BY_STATUS]

/** Returns one table of the billed and collected amounts as CSV. */
export function invoiceTotalsTable(
  table: InvoiceTotalsTable | undefined,
  answer: Promise<InvoiceTotals>,
): CsvFile {
  return table === 'byStatus'
    ? csvFile(BY_STATUS, onePage(answer.then((all) => all.byStatus)))
    : csvFile(BY_CURRENCY, onePage(answer.then((all) => all.byCurrency)))
}
