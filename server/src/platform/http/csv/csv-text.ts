import { decimalFromJsonNumber } from '../../../domain/money.ts'

/** Line ending required by RFC 4180. */
const LINE_END = '\r\n'

/**
 * First characters that make a spreadsheet interpret a text as a formula, including full-width
 * forms.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n\t]|^ | $/

export const csvLine = (cells: readonly unknown[]) => `${cells.map(csvCell).join(',')}${LINE_END}`

/**
 * Renders a value as one cell: empty for null, numbers with all digits, objects and lists as JSON.
 */
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
  // An empty text is quoted, to distinguish it from a missing value.
  const isQuoted = shown === '' || isFormula || NEEDS_QUOTES.test(shown)
  return isQuoted ? `"${shown.replaceAll('"', '""')}"` : shown
}
