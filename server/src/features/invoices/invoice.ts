import type { AppliedDiscount } from '../../domain/discounts.ts'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import { type Decimal, ZERO } from '../../domain/money.ts'
import type { PricedTier, PricingModel } from '../../domain/prices/pricing.ts'
import type { PartDays } from '../../domain/prices/proration.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { AppliedTax } from '../../domain/taxes.ts'
import type { Buyer, Seller } from './party.ts'

export type { AppliedDiscount, AppliedTax }

export type InvoiceKey = CustomerScopedId

/** What an invoice is for. Only those of subscriptions are made so far. */
export const INVOICE_KINDS = ['subscription', 'top_up', 'one_off', 'credit_note'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** An invoice without its lines. Times are business time but for the last two. */
export type Invoice = InvoiceKey & {
  kind: InvoiceKind
  /** Null exactly if it is of another kind. */
  subscriptionId: string | null
  invoiceNumber: string
  status: InvoiceStatus
  currency: string
  /** Made after the end of the subscription, for what was left to settle. */
  isFinalInvoice: boolean
  /** [periodStart, periodEnd) is what is billed. */
  periodStart: Date
  periodEnd: Date
  /** Days after issue. */
  netTerms: number
  memo: string | null
  /** The sum of the lines. */
  subtotal: Decimal
  /** What discounts take off; not negative. */
  discountTotal: Decimal
  /** All taxes; those that are inclusive are part of the subtotal. */
  taxTotal: Decimal
  /** Taken of the customer's credit; negative: left to the customer. */
  creditTotal: Decimal
  /** subtotal - discountTotal + the taxes that are not inclusive - creditTotal; never negative. */
  total: Decimal
  /** What the work cost the operator, in USD whatever the currency. */
  totalCost: Decimal
  amountPaid: Decimal
  amountRefunded: Decimal
  /** Copied when the invoice leaves `draft`, and null before; `partiesOf` reads them. */
  seller: Seller | null
  buyer: Buyer | null
  /** When its draft was first made; null on invoices of long ago. */
  draftedAt: Date | null
  generatedAt: Date
  finalizedAt: Date | null
  issuedAt: Date | null
  dueDate: Date
  /** Issued by the clock while the customer had no address, and not sent by anybody since. */
  issuedWithoutEmail: boolean
  paidAt: Date | null
  voidedAt: Date | null
  /** As it was sent; for the operator alone. */
  voidReason: string | null
  refundedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** One that bills a subscription, and follows from it when it is computed again. */
export type SubscriptionInvoice = Invoice & { subscriptionId: string }

export function isOfSubscription(invoice: Invoice): invoice is SubscriptionInvoice {
  return invoice.subscriptionId !== null
}

/** What decides whether an invoice can be voided. */
export type Standing = InvoiceKey &
  Pick<Invoice, 'invoiceNumber' | 'status' | 'currency' | 'amountPaid' | 'amountRefunded'>

export type LineType =
  | 'usage'
  | 'recurring'
  | 'seat_based'
  | 'onetime'
  | 'proration'
  | 'late_usage'
  | 'credit'

/**
 * One line. Its amount can be recomputed from what it shows: quantity × unitPrice; or the sum of its
 * tiers, less the billed amount where that is set. A prorated fee is quantity × unitPrice ×
 * (daysBefore + daysCovered) / daysFull less the same of daysBefore alone. Each of these is rounded
 * to the currency's minor unit, and nothing after that.
 */
export type InvoiceLine = {
  id: string
  type: LineType
  description: string
  strategyId: string | null
  pricingModel: PricingModel | null
  agentId: string | null
  agentName: string | null
  signalId: string | null
  signalName: string | null
  quantity: Decimal
  /** Null where tiers say the price. */
  unitPrice: Decimal | null
  proration: PartDays | null
  tiers: readonly PricedTier[]
  /** On late usage and on a part of a period: what of the total that the tiers price is not on it. */
  billed: { quantity: Decimal; amount: Decimal } | null
  amount: Decimal
  /** Null for a line that is no usage. */
  cost: Decimal | null
  eventCount: number
  periodStart: Date
  periodEnd: Date
}

export type InvoiceDetails = {
  lines: readonly InvoiceLine[]
  discounts: readonly AppliedDiscount[]
  taxes: readonly AppliedTax[]
}

/**
 * What is still to be paid; never negative. What was refunded before the invoice was paid in full is
 * due again. Once it is paid nothing becomes due again, and nothing is owed on one that is void or
 * refunded.
 */
export function amountDue({
  status,
  total,
  amountPaid,
  amountRefunded,
}: Pick<Invoice, 'status' | 'total' | 'amountPaid' | 'amountRefunded'>): Decimal {
  if (status === 'paid' || status === 'void' || status === 'refunded') return ZERO
  const due = total.minus(amountPaid).plus(amountRefunded)
  return due.lt(ZERO) ? ZERO : due
}
