import type {
  Invoice,
  InvoiceDiscount,
  InvoiceLine,
  InvoicePayment,
  InvoiceTax,
  InvoiceTier,
  PricePreviewLine,
} from '../../api/api-types.ts'

/** A line of an invoice, of its preview, or of the preview of a price, which knows no dates. */
export type BillLine = Omit<PricePreviewLine, 'strategyIndex'> &
  Partial<
    Pick<
      InvoiceLine,
      'id' | 'agentName' | 'signalName' | 'proration' | 'billed' | 'periodStart' | 'periodEnd'
    >
  >

export type BillTier = InvoiceTier

/** What an invoice comes to. A preview has no payments. */
export type BillTotals = Pick<
  Invoice,
  'currency' | 'subtotal' | 'netTotal' | 'creditTotal' | 'total' | 'amountDue'
> & {
  discounts: readonly Pick<InvoiceDiscount, 'name' | 'percentOff' | 'amount'>[]
  taxes: readonly Pick<InvoiceTax, 'name' | 'percentage' | 'isInclusive' | 'amount'>[]
  amountRefunded?: number
  payments?: readonly BillPayment[]
}

/** Money that came in; customers are told of no other. */
type BillPayment = Pick<
  InvoicePayment,
  'method' | 'amount' | 'amountRefunded' | 'reference' | 'paidAt'
> &
  Partial<Pick<InvoicePayment, 'status'>>

/** How its dates are written: days of the customer's zone. */
export type BillDates = { timeZone: string; periodStart: string; periodEnd: string }
