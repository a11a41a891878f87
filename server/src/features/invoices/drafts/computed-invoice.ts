import type { Draw, PeriodPromotion } from '../../../domain/credit.ts'
import type { PeriodDiscount } from '../../../domain/discounts.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { UsagePricing } from '../../../domain/prices/pricing.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { AppliedTax, InvoiceLine } from '../invoice.ts'

/** An unsaved line with the data that later invoices need of it. */
export type DraftLine = Omit<InvoiceLine, 'id'> & {
  /** Pricing of a usage line; late usage is priced by it. */
  pricing: UsagePricing | null
  /** Id of the line or proration that this line settles, so that it is settled only once. */
  sourceId: string | null
  /** Start of the billing period that the line belongs to; null if it belongs to none. */
  countedFrom: Date | null
  /**
   * Start of the billing period whose discounts apply; for late usage, of the corrected line's
   * period.
   */
  billingPeriodStart: Date
}

/** The content of an invoice before it has a number. */
export type ComputedInvoice = {
  currency: string
  window: Range
  /**
   * True if the window lies after the subscription's end: the invoice then bills no period of its
   * own.
   */
  isFinalInvoice: boolean
  /** True if it bills only the fees in advance of its window. */
  isAdvanceOnly: boolean
  lines: readonly DraftLine[]
  /** One entry per discount and billing period. */
  discounts: readonly PeriodDiscount[]
  /** Promotional credit, one entry per grant and billing period. */
  promotions: readonly PeriodPromotion[]
  taxes: readonly AppliedTax[]
  subtotal: Decimal
  discountTotal: Decimal
  /** Deducted before tax; negative: given back to promotional grants. */
  promotionTotal: Decimal
  taxTotal: Decimal
  /** The credit that the invoice uses after tax, by grant. */
  draws: readonly Draw[]
  /** Credit that the invoice uses; negative: credit that it gives the customer. */
  creditTotal: Decimal
  total: Decimal
  /** In USD, like all costs. Includes usage that no strategy prices. */
  totalCost: Decimal
  /** Part of `totalCost` for the ranges of earlier invoices that is on no line, in USD. */
  lateCost: Decimal
}

/** Terms copied from the subscription, and the due date if the invoice is issued now. */
export type DraftTerms = { netTerms: number; memo: string | null; generatedAt: Date; dueDate: Date }

/** The content of a draft with its terms and the time of computation. */
export type DraftContents = { computed: ComputedInvoice; terms: DraftTerms; now: Date }
