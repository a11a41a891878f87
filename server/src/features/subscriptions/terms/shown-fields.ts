import { amountNumber } from '../../../domain/json-amount.ts'
import type { Decimal } from '../../../domain/money.ts'
import { pick } from '../../../platform/pick.ts'
import { FIELD_NAMES, type Fields } from './fields.ts'

/** Returns the fields in the format of API responses. */
export function shownFields(fields: Fields) {
  const { endAt: _shownAsEndDate, ...shown } = pick(fields, FIELD_NAMES)
  return {
    ...shown,
    endDate: endDateOf(fields),
    proratedAmount: amountOf(fields.proratedAmount),
  }
}

function endDateOf({ endDate, endAt }: Pick<Fields, 'endDate' | 'endAt'>): string | null {
  return endDate ?? endAt?.toISOString() ?? null
}

/**
 * Returns the amount as a JSON number, which the API requires. Stored amounts convert exactly.
 */
function amountOf(proratedAmount: Decimal | null): number | null {
  return proratedAmount && amountNumber(proratedAmount)
}
