import type { PaymentMethod, PaymentStatus } from '../../api/api-types.ts'

export const PAYMENT_METHODS: Readonly<Record<PaymentMethod, string>> = {
  card: 'Card',
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  check: 'Check',
  other: 'Other',
}

/** Returns a payment method for use in a sentence, such as "bank transfer". */
export function methodInWords(method: string): string {
  const known = Object.entries(PAYMENT_METHODS).find(([name]) => name === method)
  return (known?.[1] ?? method).toLowerCase()
}

export const PAYMENT_STATES: Readonly<
  Record<PaymentStatus, { tone: 'good' | 'waiting' | 'bad'; label: string }>
> = {
  succeeded: { tone: 'good', label: 'Succeeded' },
  pending: { tone: 'waiting', label: 'Pending' },
  failed: { tone: 'bad', label: 'Failed' },
}
