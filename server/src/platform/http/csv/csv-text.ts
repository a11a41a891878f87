import { decimalFromJsonNumber } from '../../../domain/money.ts'

/** RFC 4180 ends its lines so. */
const LINE_END = '\r\n'

/** What a spreadsheet takes for a formula when a text begins with it, in full width too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n\t]|^ | $/

export const csvLine = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}${LINE_END}`

/** A value as one cell: nothing for null, numbers with all their digits, whatever has parts as JSON. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return plainNumber(value)
  return textCell(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

function plainNumber(value: number): string {
  return decimalFromJsonNumber(value)?.toFixed() ?? String(value)
}

function textCell(text: string): string {
  const isFormula = FORMULA.test(text) && !NUMBER.test(text)
  const shown = isFormula ? `'${text}` : text
  // An empty text is quoted: a missing value is not.
  const isQuoted = shown === '' || isFormula || NEEDS_QUOTES.test(shown)
  return isQuoted ? `"${shown.replaceAll('"', '""')}"` : shown
}
