import { type Static, Type } from 'typebox'
import { type CsvFile, csvFile, csvTable } from '../../../platform/http/csv/csv-table.ts'
import { onePage } from '../../../platform/http/csv/pages.ts'
import { type MrrAnalytics, VARIANTS } from './schemas.ts'

/** A figure in one currency, for a window or an instant. */
const MrrRow = Type.Object({
  variant: Type.Enum([...VARIANTS]),
  currency: Type.String(),
  mrr: Type.Number(),
  startDate: Type.Optional(Type.String()),
  endDate: Type.Optional(Type.String()),
  asOf: Type.Optional(Type.String()),
})
type MrrRow = Static<typeof MrrRow>

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
