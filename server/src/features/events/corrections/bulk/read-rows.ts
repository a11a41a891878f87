import { AppError } from '../../../../platform/errors.ts'
import { csvCells } from '../../../../platform/http/csv/csv-cells.ts'
import type { ValueCorrection } from '../../../usage/corrections/correct-event.ts'

/** A row of the file; `row` counts as a spreadsheet does: the header is row 1. */
export type CorrectionRow = {
  row: number
  customerExternalId: string
  idempotencyKey: string
  correction: ValueCorrection
}

export const ROWS_MAX = 10_000
const PROBLEMS_MAX = 20
const COLUMNS = ['customerExternalId', 'idempotencyKey']

/**
 * Reads the rows of a CSV file: `customerExternalId` and `idempotencyKey` name an event, and
 * `quantity` is its new quantity if it is amended. Throws `invalid` with the problems of all rows: a
 * file that is misread must not change anything.
 */
export function readRows(csv: string, kind: ValueCorrection['kind']): CorrectionRow[] {
  const [header = [], ...lines] = csvCells(csv)
  const wanted = kind === 'amend' ? [...COLUMNS, 'quantity'] : COLUMNS
  const problems = headerProblems(header, wanted)
  if (lines.length === 0) problems.push('csv must have at least one row below the header')
  if (lines.length > ROWS_MAX) problems.push(`csv must have at most ${ROWS_MAX} rows`)
  refuse(problems)
  const at = (name: string) => header.indexOf(name)
  const seen = new Map<string, number>()
  const rows = lines.flatMap((cells, index): CorrectionRow[] => {
    const row = index + 2
    const customerExternalId = cells[at('customerExternalId')] ?? ''
    const idempotencyKey = cells[at('idempotencyKey')] ?? ''
    const key = JSON.stringify([customerExternalId, idempotencyKey])
    const first = seen.get(key)
    seen.set(key, first ?? row)
    const quantity = readQuantity(cells[at('quantity')] ?? '')
    if (customerExternalId === '') problems.push(`row ${row} has no customerExternalId`)
    if (idempotencyKey === '') problems.push(`row ${row} has no idempotencyKey`)
    if (first !== undefined) problems.push(`row ${row} names the event of row ${first} again`)
    if (kind === 'void') return [{ row, customerExternalId, idempotencyKey, correction: { kind } }]
    if (quantity === undefined) {
      problems.push(`row ${row}: quantity must be a whole number of 0 or more`)
      return []
    }
    return [{ row, customerExternalId, idempotencyKey, correction: { kind, sent: { quantity } } }]
  })
  refuse(problems)
  return rows
}

function headerProblems(header: readonly string[], wanted: readonly string[]): string[] {
  const missing = wanted.filter((name) => !header.includes(name))
  const unknown = header.filter((name) => !wanted.includes(name))
  const fix = `the columns are ${wanted.join(', ')}`
  return [
    ...missing.map((name) => `csv has no column ${name}: ${fix}`),
    ...unknown.map((name) => `csv has a column ${JSON.stringify(name)}: ${fix}`),
  ]
}

function readQuantity(text: string): number | undefined {
  const quantity = Number(text)
  return /^\d+$/.test(text) && Number.isSafeInteger(quantity) ? quantity : undefined
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return
  const rest = problems.length - PROBLEMS_MAX
  const shown = problems.slice(0, PROBLEMS_MAX)
  throw new AppError('invalid', rest > 0 ? [...shown, `and ${rest} more problems`] : shown)
}
