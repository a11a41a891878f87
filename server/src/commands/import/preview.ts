import type { FindPrices } from '../../features/usage/costs/cost-record.ts'
import { estimateCosts } from '../../features/usage/estimate.ts'
import { createRecordMaker, type ImportPlan } from './import-usage.ts'

const ROWS_SHOWN = 10

/** Renders the first rows as they would be sent, with their estimated costs. Stores nothing. */
export async function previewImport(
  plan: ImportPlan,
  findPrices: FindPrices,
  now: Date,
): Promise<string> {
  // Treats every row as a possible repeat, since only a few rows are read. The keys equal those of
  // the import.
  const toRecord = createRecordMaker(plan, () => true)
  const lines: string[] = []
  let shown = 0
  for await (const row of plan.csv.rows()) {
    if (shown === ROWS_SHOWN) break
    shown += 1
    const made = toRecord(row)
    const [first, second] = made.ok
      ? [JSON.stringify(made.record), estimate(made.record, findPrices, now)]
      : [JSON.stringify(row.cells), `fails: ${made.reason}`]
    lines.push(`row ${row.number}  ${first}`, `    ${second}`)
  }
  return lines.join('\n')
}

function estimate(record: object, findPrices: FindPrices, now: Date): string {
  const { estimates } = estimateCosts({ records: [record] }, findPrices, now)
  const [only] = estimates
  if (only && only.totalCostUsd !== null) return `costs ${only.totalCostUsd} USD`
  const isStored = only?.code === 'NEEDS_COST_BACKFILL'
  return `${isStored ? 'is stored without a cost' : 'fails'}: ${only?.error}`
}
