import type { CostRate } from '../../api/api-types.ts'
import { formatCost, formatCount, formatShare } from '../../ui/values/money.ts'
import { ratesInWords } from './rates-in-words.ts'

const PER_MILLION = 'per million tokens'

/** Returns what a rate applies to: "gpt-4o", or "All models of openai". */
export function modelInWords({
  model,
  modelProvider,
}: Pick<CostRate, 'model' | 'modelProvider'>): string {
  return model ?? `All models of ${modelProvider}`
}

type Price = Pick<CostRate, 'percentOff' | 'inputCost' | 'outputCost' | 'unitCost' | 'isFree'>

/** Returns a price in words: "20% off", "In $3.75, out $15.00 per million tokens", "Free". */
export function priceInWords(rate: Price): string {
  if (rate.isFree) return 'Free'
  if (rate.percentOff !== null) return `${formatShare(rate.percentOff)} off`
  if (rate.unitCost !== null) return `${formatCost(rate.unitCost)} per unit`
  return ratesInWords({ ...rate, costUnit: PER_MILLION })
}

/** Returns a tier of service in words: "batch", or "Every tier". */
export const tierInWords = (serviceTier: string | null): string => serviceTier ?? 'Every tier'

/** Returns how many events that waited for a price have their cost now. */
export function costedInWords(costed: number): string {
  if (costed === 0) return 'No event waited for it'
  return costed === 1 ? '1 event now has a cost' : `${formatCount(costed)} events now have a cost`
}
