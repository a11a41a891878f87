import type { PortalPaymentMethod } from '../../api/api-types.ts'

const NAMES: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** Returns text such as "Visa ending in 4242". */
export function cardInWords({ brand, last4 }: PortalPaymentMethod): string {
  const name = brand === null ? 'the saved method' : (NAMES[brand] ?? brand)
  return last4 === null ? name : `${name} ending in ${last4}`
}
