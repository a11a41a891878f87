import { isExactAsJson } from './json-amount.ts'
import { type Decimal, decimalFromJsonNumber, parseDecimal } from './money.ts'

/**
 * Parses a number or decimal text of a request into the decimal that its sender wrote. Returns
 * undefined when it is invalid, or when it has more digits than the JSON number of a response can
 * show: such values are not stored. The body parser represents such a number as an object, whatever
 * the schema says.
 */
export function parseSentDecimal(sent: unknown): Decimal | undefined {
  const value = decimalOf(sent)
  return value !== undefined && isExactAsJson(value) ? value : undefined
}

/** Converts a JSON number or decimal text; undefined if it is neither or out of range. */
export function decimalOf(sent: unknown): Decimal | undefined {
  if (typeof sent === 'string') return parseDecimal(sent)
  return typeof sent === 'number' ? decimalFromJsonNumber(sent) : undefined
}
