import { isExactAsJson } from './json-amount.ts'
import { type Decimal, decimalFromJsonNumber, parseDecimal } from './money.ts'

/**
 * A number or decimal text of a request as the decimal its sender wrote. Undefined when it is none,
 * or has more digits than the JSON number that answers show it as: what cannot be shown is not kept.
 * Such a number comes from the body's parser as an object, whatever the schema says.
 */
export function parseSentDecimal(sent: unknown): Decimal | undefined {
  if (typeof sent !== 'number' && typeof sent !== 'string') return undefined
  const value = typeof sent === 'number' ? decimalFromJsonNumber(sent) : parseDecimal(sent)
  return value !== undefined && isExactAsJson(value) ? value : undefined
}
