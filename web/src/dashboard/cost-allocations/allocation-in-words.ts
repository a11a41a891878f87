import type { CostAllocation } from '../../api/api-types.ts'
import { formatMonth } from '../../ui/values/dates.ts'
import { formatCost } from '../../ui/values/money.ts'

export const UNITS = {
  tokens: 'all tokens',
  input_tokens: 'input tokens',
  output_tokens: 'output tokens',
  quantity: 'units of quantity',
} as const

/** Formats a month such as `2026-11`: "Nov 2026". */
export const monthInWords = (month: string): string => formatMonth(`${month}-01`)

/** Returns what is spread: "$1,800.00 a month over all tokens". */
export function amountInWords({ amount, unit }: Pick<CostAllocation, 'amount' | 'unit'>): string {
  return `${formatCost(amount)} a month over ${UNITS[unit]}`
}

type Months = Pick<CostAllocation, 'firstMonth' | 'lastMonth'>

/** Returns the months: "Since Nov 2026", "Nov 2026 to Mar 2027", "Nov 2026", "None". */
export function monthsInWords({ firstMonth, lastMonth }: Months): string {
  const first = monthInWords(firstMonth)
  if (lastMonth === null) return `Since ${first}`
  if (lastMonth < firstMonth) return 'None'
  return lastMonth === firstMonth ? first : `${first} to ${monthInWords(lastMonth)}`
}
