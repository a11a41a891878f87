import { oneOf, readSearch } from '../../ui/url/search-readers.ts'

/** The payment page sets `from` when it returns to the invoice, after a payment or without one. */
export const invoiceSearch = readSearch({ from: oneOf(['checkout', 'left']) })
export type From = 'checkout' | 'left' | undefined
