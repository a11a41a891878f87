import { type Decimal, decimalFromInteger } from '../../../domain/money.ts'
import { AppError } from '../../../platform/errors.ts'
import { csvCells } from '../../../platform/http/csv/csv-cells.ts'
import { COUNTED_MAX, DAYS_MAX, type OutcomeComparisonCreate } from './fields.ts'

const ID_COLUMNS = ['runId', 'idempotencyKey', 'eventId'] as const

/** What the customer counts. */
export type Count =
  | { by: (typeof ID_COLUMNS)[number]; ids: readonly string[] }
  | { by: 'date'; days: ReadonlyMap<string, Decimal> }

const FORMS = ['runIds', 'idempotencyKeys', 'eventIds', 'days', 'csv'] as const
const PROBLEMS_MAX = 20

/** Reads the count of a request. Throws `invalid` unless it has exactly one, without mistakes. */
export function readCount(input: OutcomeComparisonCreate): Count {
  const sent = FORMS.filter((form) => input[form] !== undefined)
  if (sent.length !== 1) {
    throw new AppError('invalid', [`send exactly one of ${FORMS.join(', ')}`])
  }
  const { runIds, idempotencyKeys, eventIds, days, csv } = input
  if (runIds) return { by: 'runId', ids: runIds }
  if (idempotencyKeys) return { by: 'idempotencyKey', ids: idempotencyKeys }
  if (eventIds) return ofEvents(eventIds)
  if (days) {
    const rows = days.map(({ date, quantity }, index) => ({
      name: `days[${index}]`,
      date,
      quantity,
    }))
    return { by: 'date', days: daysOf(rows, []) }
  }
  return readCsv(csv ?? '')
}

const ofEvents = (ids: readonly string[]): Count => ({
  by: 'eventId',
  ids: ids.map((id) => id.toLowerCase()),
})

function readCsv(csv: string): Count {
  const [header = [], ...rows] = csvCells(csv)
  const column = ID_COLUMNS.find((name) => header.length === 1 && header[0] === name)
  if (rows.length > COUNTED_MAX) throw problem(`csv must have at most ${COUNTED_MAX} rows`)
  if (column) {
    const ids = rows.map(([id = '']) => id)
    const empty = ids.indexOf('')
    if (empty >= 0) throw problem(`row ${empty + 2} has no ${column}`)
    return column === 'eventId' ? ofEvents(ids) : { by: column, ids }
  }
  const [dateAt, quantityAt] = [header.indexOf('date'), header.indexOf('quantity')]
  if (header.length !== 2 || dateAt < 0 || quantityAt < 0) {
    throw problem(`the columns of csv must be ${ID_COLUMNS.join(', or ')}, or date and quantity`)
  }
  const problems: string[] = []
  const days = rows.map((cells, index) => {
    const [date = '', quantity = ''] = [cells[dateAt], cells[quantityAt]]
    const name = `row ${index + 2}`
    if (!isDate(date)) problems.push(`${name}: date must be a date such as 2026-03-31`)
    if (!isCount(quantity)) problems.push(`${name}: quantity must be a whole number of 0 or more`)
    return { name, date, quantity: Number(quantity) }
  })
  if (days.length > DAYS_MAX) problems.push(`csv must have at most ${DAYS_MAX} days`)
  refuse(problems)
  return { by: 'date', days: daysOf(days, problems) }
}

type Row = { name: string; date: string; quantity: number }

function daysOf(rows: readonly Row[], problems: string[]): Map<string, Decimal> {
  const days = new Map<string, Decimal>()
  for (const { name, date, quantity } of rows) {
    if (days.has(date)) problems.push(`${name}: ${date} is counted above already`)
    days.set(date, decimalFromInteger(quantity))
  }
  refuse(problems)
  return days
}

const isCount = (text: string) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text))

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    return String(Temporal.PlainDate.from(text, { overflow: 'reject' })) === text
  } catch {
    return false
  }
}

const problem = (message: string) => new AppError('invalid', [message], { param: 'csv' })

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new AppError('invalid', problems.slice(0, PROBLEMS_MAX))
}
