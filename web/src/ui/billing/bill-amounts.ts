import { formatAmount, formatCount, formatPrice, type MoneyValue } from '../values/money.ts'

/** Uses the minus sign of documents and emails; a hyphen is shorter and may end a line. */
const withMinus = (text: string) => text.replace('-', '\u2212')

export const billAmount = (value: MoneyValue, currency: string) =>
  withMinus(formatAmount(value, currency))

export const billPrice = (value: MoneyValue, currency: string) =>
  withMinus(formatPrice(value, currency))

export const billCount = (value: MoneyValue) => withMinus(formatCount(value))

/** Formats an amount with the opposite sign, for deductions. */
export function lessAmount(value: MoneyValue, currency: string): string {
  return billAmount(negated(String(value)), currency)
}

function negated(text: string): string {
  if (text.startsWith('-')) return text.slice(1)
  return Number(text) === 0 ? text : `-${text}`
}
