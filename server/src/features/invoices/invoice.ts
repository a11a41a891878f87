import type { Promotion } from '../../domain/credit.ts'
import type { AppliedDiscount } from '../../domain/discounts.ts'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import { type Decimal, ZERO } from '../../domain/money.ts'
import type { PricedTier, PricingModel } from '../../domain/prices/pricing.ts'
import type { LineDays } from '../../domain/prices/proration.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { AppliedTax } from '../../domain/taxes.ts'
import type { Buyer, Seller } from './party.ts'

export type { AppliedDiscount, AppliedTax }

export type InvoiceKey = CustomerScopedId

/** Purpose of an invoice. Only `subscription` and `top_up` are created so far. */
export const INVOICE_KINDS = ['subscription', 'top_up', 'one_off', 'credit_note'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** How a top-up is paid: on a page, with the saved method on request, or with it automatically. */
export type TopUpMethod = 'checkout' | 'saved' | 'auto'

/** An invoice without its lines. Times are business time, except `createdAt` and `updatedAt`. */
export type Invoice = InvoiceKey & {
  kind: InvoiceKind
  /** Null if and only if the invoice is no top-up. */
  topUpMethod: TopUpMethod | null
  /** Null if and only if the invoice is of another kind. */
  subscriptionId: string | null
  invoiceNumber: string
  status: InvoiceStatus
  currency: string
  /** Claims no time: generated after the subscription's end to settle late usage, `isAdvanceOnly`, or a top-up. */
  isFinalInvoice: boolean
  /** Bills only fees in advance. Claims no time, so `isFinalInvoice` is true as well. */
  isAdvanceOnly: boolean
  /** [periodStart, periodEnd) is the billed range. */
  periodStart: Date
  periodEnd: Date
  /** Days after the issue date. */
  netTerms: number
  memo: string | null
  /** Sum of the lines. */
  subtotal: Decimal
  /** Total of all discounts; not negative. */
  discountTotal: Decimal
  /** Promotional credit, deducted before tax; negative: given back to promotional grants. */
  promotionTotal: Decimal
  /** All taxes; inclusive taxes are part of the subtotal. */
  taxTotal: Decimal
  /** Credit used; negative: credit given to the customer. */
  creditTotal: Decimal
  /**
   * subtotal - discountTotal - promotionTotal + the taxes that are not inclusive - creditTotal;
   * never negative.
   */
  total: Decimal
  /** Cost of the work to the operator, in USD whatever the currency. */
  totalCost: Decimal
  amountPaid: Decimal
  amountRefunded: Decimal
  /** Copied when the invoice leaves `draft`, null before; read them through `partiesOf`. */
  seller: Seller | null
  buyer: Buyer | null
  /** First creation of the draft; null on legacy invoices. */
  draftedAt: Date | null
  generatedAt: Date
  finalizedAt: Date | null
  issuedAt: Date | null
  dueDate: Date
  /**
   * True if the billing job issued it while the customer had no email address, and it was not sent
   * since.
   */
  issuedWithoutEmail: boolean
  paidAt: Date | null
  voidedAt: Date | null
  /** Reason entered when the invoice was voided; visible to the operator only. */
  voidReason: string | null
  refundedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** An invoice that bills a subscription and can be recomputed from it. */
export type SubscriptionInvoice = Invoice & { subscriptionId: string }

export function isOfSubscription(invoice: Invoice): invoice is SubscriptionInvoice {
  return invoice.subscriptionId !== null
}

/** True for an advance: prepaid credit, which is given once the invoice is paid. */
export function isTopUp({ kind }: Pick<Invoice, 'kind'>): boolean {
  return kind === 'top_up'
}

/** Returns the heading of the document that a customer receives. */
export function documentName(invoice: Pick<Invoice, 'kind'>): string {
  return isTopUp(invoice) ? 'Top-up invoice' : 'Invoice'
}

/** The fields that decide if an invoice can be voided. */
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
  | 'top_up'

/**
 * One line of an invoice. Its amount can be recomputed from the fields it shows:
 * - quantity × unitPrice, or
 * - the sum of its tiers, less the billed amount where that is set. A tier is units × rate + flat
 *   fee, or packages × rate, or the rate of a pool.
 * A prorated fee is quantity × unitPrice × (daysBefore + daysCovered) / daysFull, less the same of
 * daysBefore alone. If the number of seats changed, it is unitPrice × (seatDaysBefore + quantity ×
 * daysCovered) / daysFull, less the same of seatDaysBefore alone. With a billed amount it is
 * unitPrice × (billed quantity + quantity × daysCovered) / daysFull, less the billed amount. Each of
 * these values is rounded to the currency's minor unit, and nothing after that.
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
  /** Null if the price is given by `tiers`. */
  unitPrice: Decimal | null
  proration: LineDays | null
  tiers: readonly PricedTier[]
  /**
   * For late usage and for a part of a period: the part of the tiers' total that this line does not
   * bill. For a fee in a period that other lines billed in advance: the days times the quantity of
   * those lines, and their amount.
   */
  billed: { quantity: Decimal; amount: Decimal } | null
  amount: Decimal
  /** True if the fee was billed at the start of its period, and if days of such a fee are given back. */
  isAdvance: boolean
  /** Null for a line that is not usage. */
  cost: Decimal | null
  eventCount: number
  periodStart: Date
  periodEnd: Date
}

export type InvoiceDetails = {
  lines: readonly InvoiceLine[]
  discounts: readonly AppliedDiscount[]
  promotions: readonly Promotion[]
  taxes: readonly AppliedTax[]
}

/**
 * Returns the amount due; never negative. An amount refunded before the invoice was paid in full is
 * due again. Nothing is due on a paid, void or refunded invoice.
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

/**
 * Returns the amount charged without any tax. Credit is a means of payment, so the net total does
 * not depend on it.
 */
export const netTotalOf = ({
  total,
  creditTotal,
  taxTotal,
}: Pick<Invoice, 'total' | 'creditTotal' | 'taxTotal'>): Decimal =>
  total.plus(creditTotal).minus(taxTotal)
