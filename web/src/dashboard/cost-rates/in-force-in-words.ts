import type { RateInForce } from '../../api/api-types.ts'
import { formatCost } from '../../ui/values/money.ts'
import { ratesInWords } from './rates-in-words.ts'

const SOURCES = { cost_rate: 'own rate', catalog: 'catalog price' } as const

/** Returns what prices a model: "catalog price, in $2.50, out $10.00 per million tokens". */
export function sourceInWords({ source, rates }: Pick<RateInForce, 'source' | 'rates'>): string {
  if (source === 'none' || rates === null) return 'no price.'
  const words =
    rates.unitCost === null
      ? ratesInWords({ ...rates, costUnit: 'per million tokens' })
      : `${formatCost(rates.unitCost)} per unit`
  return `${SOURCES[source]}, ${words.charAt(0).toLowerCase()}${words.slice(1)}.`
}
