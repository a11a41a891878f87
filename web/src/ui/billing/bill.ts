import type {
  Invoice,
  InvoiceDiscount,
  InvoiceLine,
  InvoicePayment,
  InvoicePromotion,
  InvoiceTax,
  InvoiceTier,
  PricePreviewLine,
} from '../../api/api-types.ts'

/**
 * A line of an invoice, of an invoice preview, or of a price preview. A price preview has no dates.
 */
export type BillLine = Omit<PricePreviewLine, 'strategyIndex'> &
  Partial<
    Pick<
      InvoiceLine,
      'id' | 'agentName' | 'signalName' | 'proration' | 'billed' | 'periodStart' | 'periodEnd'
    >
  > & {
    /** Price of the units by tier, as a sentence. */
    priceInWords?: string | null
  }

export type BillTier = InvoiceTier

/** Totals of an invoice. A preview has no payments. */
export type BillTotals = Pick<
  Invoice,
  'currency' | 'subtotal' | 'netTotal' | 'creditTotal' | 'total' | 'amountDue'
> & {
  discounts: readonly Pick<InvoiceDiscount, 'name' | 'percentOff' | 'amount'>[]
  promotions: readonly Pick<InvoicePromotion, 'name' | 'amount'>[]
  taxes: readonly Pick<InvoiceTax, 'name' | 'percentage' | 'isInclusive' | 'amount'>[]
  amountRefunded?: number
  payments?: readonly BillPayment[]
}

/** A payment received; customers see no others. */
type BillPayment = Pick<
  InvoicePayment,
  'method' | 'amount' | 'amountRefunded' | 'reference' | 'paidAt'
> &
  Partial<Pick<InvoicePayment, 'status'>>

/** Dates are days in the customer's time zone. */
export type BillDates = { timeZone: string; periodStart: string; periodEnd: string }
