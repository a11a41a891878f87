import { formatAmount, type MoneyValue } from '../values/money.ts'

/** Formats an amount with the opposite sign, for deductions. */
export function lessAmount(value: MoneyValue, currency: string): string {
  return formatAmount(negated(String(value)), currency)
}

function negated(text: string): string {
  if (text.startsWith('-')) return text.slice(1)
  return Number(text) === 0 ? text : `-${text}`
}
