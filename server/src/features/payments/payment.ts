import type { Decimal } from '../../domain/money.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'

export const PAYMENT_METHODS = ['card', 'bank_transfer', 'cash', 'check', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const PAYMENT_STATUSES = ['pending', 'succeeded', 'failed'] as const
/** `pending`: the provider was asked and has not given a final answer. */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const PROVIDER_NAMES = ['stripe', 'sandbox'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

/** Identifies a customer. Rows are partitioned by customer, so statements should filter by it. */
export type CustomerKey = { organizationId: string; customerId: string }

/** Times are business time, except `createdAt` and `updatedAt`. */
export type Payment = CustomerScopedId & {
  invoiceId: string
  method: PaymentMethod
  status: PaymentStatus
  amount: Decimal
  amountRefunded: Decimal
  currency: string
  reference: string | null
  /** The provider that took it; null for a manually recorded payment. */
  provider: ProviderName | null
  providerPaymentId: string | null
  /** The saved method that was charged; null for all other payments and for legacy rows. */
  providerCustomerId: string | null
  providerMethodId: string | null
  failureReason: string | null
  paidAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** While pending, its amount is reserved and cannot be refunded twice. */
export type Refund = CustomerScopedId & {
  invoiceId: string
  paymentId: string
  /** True if the bank of the customer took the money back; not a refund by the operator. */
  isDispute: boolean
  status: PaymentStatus
  amount: Decimal
  currency: string
  reason: string | null
  providerRefundId: string | null
  failureReason: string | null
  /** Business time. */
  refundedAt: Date
  createdAt: Date
  updatedAt: Date
}

/** Opened from the payment link in an email, or in the portal. */
export type OpenedFrom = 'link' | 'portal'

/** A checkout page at the provider for one invoice. All times are real time. */
export type CheckoutSession = CustomerScopedId & {
  invoiceId: string
  provider: ProviderName
  providerSessionId: string | null
  /** Null until the provider has answered, and always for the built-in page. */
  url: string | null
  status: 'open' | 'completed' | 'expired'
  /** The place from which the customer opened the page and to which it returns. */
  openedFrom: OpenedFrom
  amount: Decimal
  currency: string
  createdAt: Date
  expiresAt: Date
}

/**
 * The saved method that the customer agreed to be charged with. The provider keeps the card number.
 */
export type SavedMethod = {
  providerCustomerId: string
  providerMethodId: string
  brand: string | null
  last4: string | null
}

/** A page at the provider on which a customer saves a method. All times are real time. */
export type MethodSetup = CustomerScopedId & {
  provider: ProviderName
  providerSessionId: string | null
  /** Null until the provider has answered, and always for the built-in page. */
  url: string | null
  status: 'open' | 'completed' | 'expired'
  createdAt: Date
  expiresAt: Date
}
