import { type Decimal, ZERO } from '../money.ts'
import { decimalOf } from '../sent-decimal.ts'

export type NumberField = 'lower' | 'upper' | 'rate' | 'flatFee' | 'packageSize'

/** An exact number, or its problem. The problem completes a sentence that begins with the field. */
export type NumberRead = { ok: true; value: Decimal } | { ok: false; problem: string }

export type ReadNumber = (input: unknown, field: NumberField) => NumberRead

/** Reads a bound or a rate from a JSON number or decimal text. Rejects negative numbers. */
export function readNumber(input: unknown, field: NumberField): NumberRead {
  const orElse = field === 'upper' ? ', or null in the last tier' : ''
  if (input === undefined) return refuse(`is missing: send a number${orElse}`)
  // `JSON.parse` has already rounded such a number, so the intended price is unknown.
  if (Number.isInteger(input) && !Number.isSafeInteger(input)) {
    return refuse('is too large for an exact JSON number: send it as text, in quotes')
  }
  const value = decimalOf(input)
  if (value === undefined) {
    const fix = `send a number like 0.01 or text like "0.01"${orElse}`
    return refuse(`must be a decimal number: ${fix}`)
  }
  return value.lt(ZERO) ? refuse(`must be 0 or more, not ${value.toFixed()}`) : { ok: true, value }
}

function refuse(problem: string): NumberRead {
  return { ok: false, problem }
}
