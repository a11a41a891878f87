import { amountNumber } from '../../../domain/json-amount.ts'
import type { Decimal } from '../../../domain/money.ts'
import { pick } from '../../../platform/pick.ts'
import { FIELD_NAMES, type Fields } from './fields.ts'

/** The fields as answers show them. */
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

/** The contract writes this amount as a JSON number; only those that survive as one are stored. */
function amountOf(proratedAmount: Decimal | null): number | null {
  return proratedAmount && amountNumber(proratedAmount)
}
