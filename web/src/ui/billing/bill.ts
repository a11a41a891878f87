import type {
  Invoice,
  InvoiceLine,
  InvoicePayment,
  InvoiceTier,
  PricePreviewLine,
} from '../../api/api.gen.ts'

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
  | 'currency'
  | 'subtotal'
  | 'discounts'
  | 'taxes'
  | 'netTotal'
  | 'creditTotal'
  | 'total'
  | 'amountDue'
> & {
  amountRefunded?: number
  payments?: readonly InvoicePayment[]
}

/** How its dates are written: days of the customer's zone. */
export type BillDates = { timeZone: string; periodStart: string; periodEnd: string }
