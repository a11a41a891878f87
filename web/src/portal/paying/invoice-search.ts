import { oneOf, readSearch } from '../../ui/url/search-readers.ts'

/** Set by the payment page when it leads back to the invoice: after a payment, or without one. */
export const invoiceSearch = readSearch({ from: oneOf(['checkout', 'left']) })
export type From = 'checkout' | 'left' | undefined
