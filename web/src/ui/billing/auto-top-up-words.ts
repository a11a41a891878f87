import type { AutoTopUpStopReason, PortalAutoTopUp } from '../../api/api-types.ts'
import { formatAmount } from '../values/money.ts'

export const STATES = {
  active: { tone: 'good', label: 'On' },
  waiting: { tone: 'waiting', label: 'Waiting' },
  off: { tone: 'over', label: 'Off' },
} as const satisfies Record<PortalAutoTopUp['status'], { tone: string; label: string }>

type Terms = Pick<PortalAutoTopUp, 'amount' | 'threshold' | 'currency' | 'maxPerMonth'>

/** Returns text such as "$100.00 when less than $20.00 is available, at most 4 times a month". */
export function termsInWords({ amount, threshold, currency, maxPerMonth }: Terms): string {
  const often = maxPerMonth === 1 ? 'once' : `${maxPerMonth} times`
  return `${formatAmount(amount, currency)} when less than ${formatAmount(threshold, currency)} is available, at most ${often} a month`
}

const REASONS: Readonly<Record<AutoTopUpStopReason, string>> = {
  switched_off: 'It was switched off.',
  replaced: 'Other terms replaced it.',
  failures: 'It was switched off after three failed charges in a row.',
  no_payment_method: 'It was switched off because the saved card was removed.',
  dispute: 'It was switched off because the bank took the money of a top-up back.',
  customer_deleted: 'It was switched off because the customer was deleted.',
}

export const offReason = (reason: AutoTopUpStopReason): string => REASONS[reason]
