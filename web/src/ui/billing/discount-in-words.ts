import { formatAmount, formatCount, formatShare, type MoneyValue } from '../values/money.ts'

/** Terms of a coupon, or of a discount, which is a coupon granted to a customer or subscription. */
export type DiscountTerms = {
  percentOff: MoneyValue | null
  amountOff: MoneyValue | null
  currency: string | null
  duration: 'once' | 'repeating' | 'forever'
  durationPeriods: number | null
}

/** Returns text such as "20% off" or "$50.00 off". */
export function offInWords({ percentOff, amountOff, currency }: DiscountTerms): string {
  return percentOff === null
    ? `${formatAmount(amountOff ?? 0, currency ?? 'USD')} off`
    : `${formatShare(percentOff)} off`
}

/** Returns the invoices that a coupon applies to, such as "Every invoice". */
export function durationInWords({ duration, durationPeriods }: DiscountTerms): string {
  if (duration === 'forever') return 'Every invoice'
  return duration === 'once' ? 'One invoice' : invoices(durationPeriods ?? 0)
}

type Given = { periodsUsed: number; periodsLeft: number | null; endedAt: string | null }

/** Returns the progress of a discount, such as "2 invoices left, 1 used". */
export function leftInWords({ periodsUsed, periodsLeft, endedAt }: Given): string {
  const used = periodsUsed === 0 ? 'none used' : `${formatCount(periodsUsed)} used`
  if (endedAt !== null) return `Ended, ${used}`
  if (periodsLeft === null) return `Every invoice, ${used}`
  return periodsLeft === 0 ? `Used up, ${used}` : `${invoices(periodsLeft)} left, ${used}`
}

/** Returns true if the discount will apply to a future invoice. */
export function isRunning({ periodsLeft, endedAt }: Given): boolean {
  return endedAt === null && periodsLeft !== 0
}

function invoices(count: number): string {
  return count === 1 ? 'One invoice' : `${formatCount(count)} invoices`
}
