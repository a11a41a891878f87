import { amountNumber } from '../../domain/json-amount.ts'
import type { TaxRateRow } from './queries.ts'
import type { TaxRate } from './schemas.ts'

export function toBody(
  { percentage, createdAt, updatedAt, ...fields }: TaxRateRow,
  customerCount: number,
): TaxRate {
  return {
    ...fields,
    percentage: amountNumber(percentage),
    customerCount,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
