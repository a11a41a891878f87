import type { Service } from '../../api/api-types.ts'
import { formatCost } from '../../ui/values/money.ts'

type Rates = Pick<Service, 'inputCost' | 'outputCost' | 'costUnit'>

/** Returns rates in words, such as "In $2.50, out $10.00 per 1M tokens". */
export function ratesInWords({ inputCost, outputCost, costUnit }: Rates): string {
  const input = inputCost === null ? undefined : formatCost(inputCost)
  const output = outputCost === null ? undefined : formatCost(outputCost)
  if (input === undefined && output === undefined) return 'No published rate'
  const parts = output === undefined ? [input] : [input && `in ${input}`, `out ${output}`]
  const text = parts.filter((part) => part !== undefined).join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${costUnit}`
}
