import { isExactAsJson } from './json-amount.ts'
import { type Decimal, decimalFromJsonNumber, parseDecimal } from './money.ts'

/**
 * A number or decimal text of a request as the decimal its sender wrote. Undefined when it is none,
 * or has more digits than the JSON number that answers show it as: what cannot be shown is not kept.
 * Such a number comes from the body's parser as an object, whatever the schema says.
 */
export function parseSentDecimal(sent: unknown): Decimal | undefined {
  const value = decimalOf(sent)
  return value !== undefined && isExactAsJson(value) ? value : undefined
}

/** A JSON number or decimal text as a decimal; undefined when it is neither, or out of range. */
export function decimalOf(sent: unknown): Decimal | undefined {
  if (typeof sent === 'string') return parseDecimal(sent)
  return typeof sent === 'number' ? decimalFromJsonNumber(sent) : undefined
}
