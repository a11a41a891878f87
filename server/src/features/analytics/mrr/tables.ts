import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import { type MrrAnalytics, MrrRow, VARIANTS } from './schemas.ts'

const MRR = csvTable('mrr', MrrRow)
export const MRR_TABLES = [MRR]

/** Returns a row per requested variant and currency. */
export function mrrTable(answer: Promise<MrrAnalytics>): CsvFile {
  return csvFile(MRR, onePage(answer.then(rowsOf)))
}

function rowsOf({ variant, ...answer }: MrrAnalytics): MrrRow[] {
  return VARIANTS.flatMap((name) => {
    const figures = variant === name ? answer : answer[name]
    const none = { byCurrency: [], dateRange: undefined, asOf: undefined }
    const { byCurrency, ...of } = { ...none, ...figures }
    return byCurrency.map((one) => ({
      variant: name,
      ...one,
      ...of.dateRange,
      ...(of.asOf !== undefined && { asOf: of.asOf }),
    }))
  })
}
