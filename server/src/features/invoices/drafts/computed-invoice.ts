import type { PeriodDiscount } from '../../../domain/discounts.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { UsagePricing } from '../../../domain/prices/pricing.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { AppliedTax, InvoiceLine } from '../invoice.ts'

/** A line that is not stored yet, with what later invoices must know of it. */
export type DraftLine = Omit<InvoiceLine, 'id'> & {
  /** The tariff of a usage line: usage that comes late is priced by it. */
  pricing: UsagePricing | null
  /** What the line settles, so that nothing else settles it again. */
  sourceId: string | null
  /** The start of the billing period that the line is a part of; null where it is of none. */
  countedFrom: Date | null
  /** The start of the billing period whose discounts apply to the line; of late usage the one that it corrects. */
  billingPeriodStart: Date
}

/** All that an invoice says, before it has a number. */
export type ComputedInvoice = {
  currency: string
  window: Range
  /** Whether the window lies after the end of the subscription, which has only accounts to settle. */
  isFinalInvoice: boolean
  lines: readonly DraftLine[]
  /** One for each period that a discount is for. */
  discounts: readonly PeriodDiscount[]
  taxes: readonly AppliedTax[]
  subtotal: Decimal
  discountTotal: Decimal
  taxTotal: Decimal
  /** What it takes of the customer's credit; negative: what it leaves to the customer. */
  creditTotal: Decimal
  total: Decimal
  /** In USD, as all costs are; also of usage that nothing prices. */
  totalCost: Decimal
  /** What of it is of the time of earlier invoices and on no line. */
  lateCost: Decimal
}

/** What it takes from its subscription, and when it is due if it is issued now. */
export type DraftTerms = { netTerms: number; memo: string | null; generatedAt: Date; dueDate: Date }

/** What a draft says, and when it was made to say it. */
export type DraftContents = { computed: ComputedInvoice; terms: DraftTerms; now: Date }
