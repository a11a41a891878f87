import { amountNumber } from '../../../domain/json-amount.ts'
import { type Decimal, toExactText } from '../../../domain/money.ts'
import { type CostRate, isFree } from '../../catalog/cost-rates/cost-rate.ts'
import type { CostRate as CostRateBody } from './fields.ts'

export function toBody(rate: CostRate): CostRateBody {
  const { id, provider, model, serviceTier, percentOff, note } = rate
  return {
    id,
    modelProvider: provider,
    model,
    serviceTier,
    effectiveFrom: rate.effectiveFrom?.toISOString() ?? null,
    percentOff: percentOff && amountNumber(percentOff),
    inputCost: rateText(rate.inputRate),
    outputCost: rateText(rate.outputRate),
    cacheReadCost: rateText(rate.cacheReadRate),
    cacheWriteCost: rateText(rate.cacheWriteRate),
    cacheWrite1hCost: rateText(rate.cacheWrite1hRate),
    unitCost: rateText(rate.unitRate),
    isFree: isFree(rate),
    note,
    createdAt: rate.createdAt.toISOString(),
    withdrawnAt: rate.withdrawnAt?.toISOString() ?? null,
  }
}

export function rateText(rate: Decimal | null): string | null {
  return rate && toExactText(rate)
}
